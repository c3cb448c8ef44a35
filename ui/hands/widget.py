"""The hands, or the dice: what is new on the table is painted first and alone.

A new card is a picture that is ready, on a ground that is ready; points follow it, money is not here.
"""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct
from PySide6.QtCore import QEasingCurve, QRect, QRectF, QVariantAnimation
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QResizeEvent, Qt
from PySide6.QtWidgets import QWidget

from dealer_app.showing.acts import Act
from dealer_app.showing.blocks import CardShown, Face
from dealer_app.showing.screen import DiceShown, Hand, Hands
from ui.guarding import guarded
from ui.hands.dice import paint_dice, words_of_dice
from ui.hands.panel import card_words, header_rect, paint_banner, paint_header, paint_panel, paint_points, words_of
from ui.hands.places import PanelPlaces, Places, places, slot
from ui.painting.cards import draw_number, picture_of
from ui.theme.measures import Measures
from ui.theme.tokens import DARK, Theme
from ui.touch import Touchable, Touches

_CARD_IN_MILLISECONDS = 160
_CARD_FALLS = 8
_FIRST_SEEN = 0.4
"""How much of a card is there in its first frame: it may never be missed."""


class _Lying(Struct, frozen=True, kw_only=True):
    """A card or its place, its picture, where it lies, and what has to be painted with it."""

    card: CardShown
    picture: QImage
    rect: QRectF
    around: QRect
    which: tuple[int, int]


_NOTHING: Mapping[tuple[int, int], _Lying] = MappingProxyType({})


class HandsWidget(Touchable, QWidget):
    """`motion` lets a new card fade in; where it is off, it is simply there."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._measures = DARK, Measures.of(1920, 1080)
        self._shown: Hands | DiceShown | None = None
        self._places: Places | None = None
        self._layer: QImage | None = None
        self._lying: tuple[_Lying, ...] = ()
        self._points: tuple[QRect, ...] = ()
        self._touches = Touches(self)
        self._coming: dict[tuple[int, int], QVariantAnimation] = {}
        self.motion = False
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setObjectName("hands")

    @property
    def places(self) -> Places | None:
        """Where everything stands now."""
        return self._places

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._everything_anew()

    def set_measures(self, measures: Measures) -> None:
        self._measures = measures
        self._everything_anew()

    def show_hands(self, shown: Hands | DiceShown) -> None:
        before, self._shown = self._shown, shown
        if before == shown:
            return
        if isinstance(before, Hands) and isinstance(shown, Hands) and _grounds(before) == _grounds(shown):
            self._update_what_changed(before, shown)
        else:
            self._everything_anew()
        self.setAccessibleName(_words(shown))

    # What changed

    def _everything_anew(self) -> None:
        for animation in self._coming.values():
            animation.stop()
        self._coming.clear()
        self._layer = None
        self._places = places(self.width(), self.height(), self._measures)
        self._points = tuple(self._panel(side).points.toAlignedRect() for side in (0, 1))
        self._lying = self._laid()
        self._lay_touches()
        self.update()

    def _update_what_changed(self, before: Hands, shown: Hands) -> None:
        self._lying = self._laid({each.which: each for each in self._lying})
        for side, (old, new) in enumerate(zip(_sides(before), _sides(shown), strict=True)):
            panel = self._panel(side)
            for index in range(max(len(old.cards), len(new.cards))):
                was, now = _card(old, index), _card(new, index)
                if was == now:
                    continue
                for card in (was, now):
                    if card is not None:
                        self.update(_around(slot(panel, index, sideways=card.sideways)))
                if self.motion and now is not None and _lies(now) and not _lies(was):
                    self._come_in((side, index), _around(slot(panel, index, sideways=now.sideways)))
            if old.points != new.points:
                self.update(panel.points.toAlignedRect())
            if old.note != new.note:
                self._paint_header_anew(new, panel)
        self._lay_touches()

    def _paint_header_anew(self, hand: Hand, panel: PanelPlaces) -> None:
        """In the ground that is kept, so that a card with another note is not the whole picture anew."""
        if self._layer is None or self._places is None or not isinstance(self._shown, Hands):
            return
        banner = self._places.banner if self._shown.banner else None
        with QPainter(self._layer) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_header(painter, hand, panel, banner, (self._theme, self._measures))
        self.update(header_rect(panel).toAlignedRect())

    def _come_in(self, which: tuple[int, int], rect: QRect) -> None:
        animation = QVariantAnimation(self)
        animation.setDuration(_CARD_IN_MILLISECONDS)
        animation.setStartValue(0.0)
        animation.setEndValue(1.0)
        animation.setEasingCurve(QEasingCurve.Type.OutCubic)
        animation.valueChanged.connect(lambda _value: self.update(rect))
        animation.finished.connect(lambda: self._coming.pop(which, None))
        self._coming[which] = animation
        animation.start(QVariantAnimation.DeletionPolicy.DeleteWhenStopped)

    def _laid(self, before: Mapping[tuple[int, int], _Lying] = _NOTHING) -> tuple[_Lying, ...]:
        """Where each card lies; one that lies as before is what it was."""
        if not isinstance(self._shown, Hands):
            return ()
        lying: list[_Lying] = []
        ratio = self.devicePixelRatioF()
        for side, hand in enumerate(_sides(self._shown)):
            for index, card in enumerate(hand.cards):
                known = before.get((side, index))
                if known is not None and known.card == card:
                    lying.append(known)
                    continue
                rect = slot(self._panel(side), index, sideways=card.sideways)
                if rect.width() < 1 or rect.height() < 1:
                    # The window has not been given its size yet.
                    continue
                picture = picture_of(card, rect, ratio, self._theme)
                each = _Lying(card=card, picture=picture, rect=rect, around=_around(rect), which=(side, index))
                lying.append(each)
        return tuple(lying)

    def _lay_touches(self) -> None:
        touched: list[tuple[Act, str, str, QRect]] = []
        if isinstance(self._shown, Hands):
            names = [hand.name.first for hand in _sides(self._shown)]
            for each in self._lying:
                if each.card.act is not None:
                    words = f"{names[each.which[0]]}: {card_words(each.card)}"
                    touched.append((each.card.act, each.card.name, words, each.rect.toAlignedRect()))
        self._touches.lay(touched, self._theme)

    def _panel(self, side: int) -> PanelPlaces:
        assert self._places is not None
        return self._places.right if side else self._places.left

    # Painting

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._everything_anew()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        layer = self._ground()
        with QPainter(self) as painter:
            # What lies outside of the part that is to be painted is clipped away by Qt.
            painter.drawImage(0, 0, layer)
            if isinstance(self._shown, Hands):
                self._paint_hands(painter, self._shown, event)

    def _paint_hands(self, painter: QPainter, shown: Hands, event: QPaintEvent) -> None:
        region = event.region()
        assert self._places is not None
        for each in self._lying:
            if region.intersects(each.around):
                self._paint_card(painter, each)
        for side, place in enumerate(self._points):
            if region.intersects(place):
                paint_points(painter, _sides(shown)[side], self._panel(side), self._theme, self._measures)
        if shown.banner and region.intersects(self._places.banner.toAlignedRect()):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            dress = self._theme, self._measures
            paint_banner(painter, self._places.banner, shown.banner, shown.banner_tone, dress)

    def _paint_card(self, painter: QPainter, lying: _Lying) -> None:
        coming = self._coming.get(lying.which) if self._coming else None
        rect = lying.rect
        if coming is not None:
            far = float(coming.currentValue())
            painter.setOpacity(_FIRST_SEEN + (1 - _FIRST_SEEN) * far)
            rect = rect.translated(0, -round(_CARD_FALLS * (1 - far)))
        painter.drawImage(rect.topLeft(), lying.picture)
        if lying.card.number is not None:
            draw_number(painter, rect, lying.card.number, self._theme)
        if coming is not None:
            painter.setOpacity(1)

    def _ground(self) -> QImage:
        """All that stays while cards come: painted once, and then copied from."""
        ratio = self.devicePixelRatioF()
        if self._layer is not None and self._layer.devicePixelRatio() == ratio:
            return self._layer
        self._lying = self._laid()
        size = self.size() * ratio
        layer = QImage(size, QImage.Format.Format_RGB32)
        layer.setDevicePixelRatio(ratio)
        layer.fill(self._theme.bg)
        with QPainter(layer) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if isinstance(self._shown, DiceShown):
                paint_dice(painter, self._shown, QRectF(self.rect()), self._theme, self._measures)
            elif self._shown is not None and self._places is not None:
                banner = self._places.banner if self._shown.banner else None
                for side, hand in enumerate(_sides(self._shown)):
                    paint_panel(painter, hand, self._panel(side), banner, (self._theme, self._measures))
        self._layer = layer
        return layer


def _sides(shown: Hands) -> tuple[Hand, Hand]:
    """From the left."""
    return (shown.banker, shown.player) if shown.turned else (shown.player, shown.banker)


def _card(hand: Hand, index: int) -> CardShown | None:
    return hand.cards[index] if index < len(hand.cards) else None


def _lies(card: CardShown | None) -> bool:
    return card is not None and card.face is not Face.PLACE


def _around(rect: QRectF) -> QRect:
    """With room for a number at its corner and for its coming in."""
    return rect.adjusted(0, -_CARD_FALLS - 4, _CARD_FALLS * 2, 0).toAlignedRect()


def _grounds(shown: Hands) -> tuple[object, ...]:
    """Everything that a card, its points and its note leave alone."""
    hands = tuple((hand.tone, hand.name, hand.glyph, hand.wins) for hand in _sides(shown))
    return *hands, shown.banner, shown.banner_tone, shown.turned


def _words(shown: Hands | DiceShown) -> str:
    if isinstance(shown, DiceShown):
        return words_of_dice(shown)
    return ". ".join([*map(words_of, _sides(shown)), *([shown.banner.first] if shown.banner else [])])
