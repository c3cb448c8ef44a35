"""The hands, or the dice: what is new on the table is painted first and alone.

A new card is a picture that is ready, on a ground that is ready; points follow it, money is not here.
"""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct
from PySide6.QtCore import QEasingCurve, QRect, QRectF, QVariantAnimation
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QResizeEvent, Qt
from PySide6.QtWidgets import QWidget

from dealer_app.screens.actions import Action
from dealer_app.screens.blocks import CardShown, Face
from dealer_app.screens.screen import DiceShown, HandShown, HandsShown
from ui.hands.dice import dice_text, paint_dice
from ui.hands.panel import (
    HandPlaces,
    PanelPlaces,
    card_slot,
    card_text,
    hand_places,
    hand_text,
    header_rect,
    paint_banner,
    paint_header,
    paint_panel,
    paint_points,
)
from ui.painting.cards import card_picture, draw_number
from ui.stop_screen import safe_paint
from ui.theme.sizes import Measures
from ui.theme.theme import DARK, ColourTheme
from ui.touch import Touchable, TouchButtons

_CARD_IN_MILLISECONDS = 160
_CARD_FALLS = 8
_FIRST_SEEN = 0.4
"""How much of a card is there in its first frame: it may never be missed."""


class _TableCard(Struct, frozen=True, kw_only=True):
    """A card or its place, its picture, where it lies, and what has to be painted with it."""

    card: CardShown
    picture: QImage
    rect: QRectF
    around: QRect
    which: tuple[int, int]


_NOTHING: Mapping[tuple[int, int], _TableCard] = MappingProxyType({})


class HandsWidget(Touchable, QWidget):
    """`motion` lets a new card fade in; where it is off, it is simply there."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._measures = DARK, Measures.from_size(1920, 1080)
        self._shown: HandsShown | DiceShown | None = None
        self._places: HandPlaces | None = None
        self._layer: QImage | None = None
        self._lying: tuple[_TableCard, ...] = ()
        self._points: tuple[QRect, ...] = ()
        self._touches = TouchButtons(self)
        self._coming: dict[tuple[int, int], QVariantAnimation] = {}
        self.motion = False
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setObjectName("hands")

    @property
    def places(self) -> HandPlaces | None:
        """The places of all parts now."""
        return self._places

    def set_theme(self, theme: ColourTheme) -> None:
        self._theme = theme
        self._rebuild()

    def set_measures(self, measures: Measures) -> None:
        self._measures = measures
        self._rebuild()

    def show_hands(self, shown: HandsShown | DiceShown) -> None:
        before, self._shown = self._shown, shown
        if before == shown:
            return
        if (
            isinstance(before, HandsShown)
            and isinstance(shown, HandsShown)
            and _ground_key(before) == _ground_key(shown)
        ):
            self._update_what_changed(before, shown)
        else:
            self._rebuild()
        self.setAccessibleName(_accessible_text(shown))

    # What changed

    def _rebuild(self) -> None:
        for animation in self._coming.values():
            animation.stop()
        self._coming.clear()
        self._layer = None
        self._places = hand_places(self.width(), self.height(), self._measures)
        self._points = tuple(self._panel(side).points.toAlignedRect() for side in (0, 1))
        self._lying = self._place_cards()
        self._place_touches()
        self.update()

    def _update_what_changed(self, before: HandsShown, shown: HandsShown) -> None:
        self._lying = self._place_cards({each.which: each for each in self._lying})
        for side, (old, new) in enumerate(zip(_hand_pair(before), _hand_pair(shown), strict=True)):
            panel = self._panel(side)
            for index in range(max(len(old.cards), len(new.cards))):
                was, now = _hand_card(old, index), _hand_card(new, index)
                if was == now:
                    continue
                for card in (was, now):
                    if card is not None:
                        self.update(_repaint_rect(card_slot(panel, index, sideways=card.sideways)))
                if self.motion and now is not None and _has_card(now) and not _has_card(was):
                    self._fade_card((side, index), _repaint_rect(card_slot(panel, index, sideways=now.sideways)))
            if old.points != new.points:
                self.update(panel.points.toAlignedRect())
            if (old.note, old.clause) != (new.note, new.clause):
                self._repaint_header(new, panel)
        self._place_touches()

    def _repaint_header(self, hand: HandShown, panel: PanelPlaces) -> None:
        """Repaints it in the picture that is kept, so that a card with another note does not repaint the whole of
        it.
        """
        if self._layer is None or self._places is None or not isinstance(self._shown, HandsShown):
            return
        banner = self._places.banner if self._shown.banner else None
        with QPainter(self._layer) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_header(painter, hand, panel, banner, (self._theme, self._measures))
        self.update(header_rect(panel).toAlignedRect())

    def _fade_card(self, which: tuple[int, int], rect: QRect) -> None:
        animation = QVariantAnimation(self)
        animation.setDuration(_CARD_IN_MILLISECONDS)
        animation.setStartValue(0.0)
        animation.setEndValue(1.0)
        animation.setEasingCurve(QEasingCurve.Type.OutCubic)
        animation.valueChanged.connect(lambda _value: self.update(rect))
        animation.finished.connect(lambda: self._coming.pop(which, None))
        self._coming[which] = animation
        animation.start(QVariantAnimation.DeletionPolicy.DeleteWhenStopped)

    def _place_cards(self, before: Mapping[tuple[int, int], _TableCard] = _NOTHING) -> tuple[_TableCard, ...]:
        """The cards in their places; one that lies as before is kept."""
        if not isinstance(self._shown, HandsShown):
            return ()
        lying: list[_TableCard] = []
        ratio = self.devicePixelRatioF()
        for side, hand in enumerate(_hand_pair(self._shown)):
            for index, card in enumerate(hand.cards):
                known = before.get((side, index))
                if known is not None and known.card == card:
                    lying.append(known)
                    continue
                rect = card_slot(self._panel(side), index, sideways=card.sideways)
                if rect.width() < 1 or rect.height() < 1:
                    # The window has not been given its size yet.
                    continue
                picture = card_picture(card, rect, ratio, self._theme)
                each = _TableCard(
                    card=card, picture=picture, rect=rect, around=_repaint_rect(rect), which=(side, index)
                )
                lying.append(each)
        return tuple(lying)

    def _place_touches(self) -> None:
        touched: list[tuple[Action, str, str, QRect]] = []
        if isinstance(self._shown, HandsShown):
            names = [hand.name.first for hand in _hand_pair(self._shown)]
            for each in self._lying:
                if each.card.act is not None:
                    words = f"{names[each.which[0]]}: {card_text(each.card)}"
                    touched.append((each.card.act, each.card.name, words, each.rect.toAlignedRect()))
        self._touches.place_buttons(touched, self._theme)

    def _panel(self, side: int) -> PanelPlaces:
        assert self._places is not None
        return self._places.right if side else self._places.left

    # Painting

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._rebuild()

    @safe_paint
    def paintEvent(self, event: QPaintEvent) -> None:
        layer = self._ground()
        with QPainter(self) as painter:
            # What is outside of the part that is to be painted is clipped away by Qt.
            painter.drawImage(0, 0, layer)
            if isinstance(self._shown, HandsShown):
                self._paint_hands(painter, self._shown, event)

    def _paint_hands(self, painter: QPainter, shown: HandsShown, event: QPaintEvent) -> None:
        region = event.region()
        assert self._places is not None
        for each in self._lying:
            if region.intersects(each.around):
                self._paint_card(painter, each)
        for side, place in enumerate(self._points):
            if region.intersects(place):
                paint_points(painter, _hand_pair(shown)[side], self._panel(side), self._theme, self._measures)
        if shown.banner and region.intersects(self._places.banner.toAlignedRect()):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            dress = self._theme, self._measures
            paint_banner(painter, self._places.banner, shown.banner, shown.banner_tone, dress)

    def _paint_card(self, painter: QPainter, lying: _TableCard) -> None:
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
        self._lying = self._place_cards()
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
                for side, hand in enumerate(_hand_pair(self._shown)):
                    paint_panel(painter, hand, self._panel(side), banner, (self._theme, self._measures))
        self._layer = layer
        return layer


def _hand_pair(shown: HandsShown) -> tuple[HandShown, HandShown]:
    """From the left."""
    return (shown.banker, shown.player) if shown.turned else (shown.player, shown.banker)


def _hand_card(hand: HandShown, index: int) -> CardShown | None:
    return hand.cards[index] if index < len(hand.cards) else None


def _has_card(card: CardShown | None) -> bool:
    return card is not None and card.face is not Face.PLACE


def _repaint_rect(rect: QRectF) -> QRect:
    """With room for a number at its corner and for its coming in."""
    return rect.adjusted(0, -_CARD_FALLS - 4, _CARD_FALLS * 2, 0).toAlignedRect()


def _ground_key(shown: HandsShown) -> tuple[object, ...]:
    """Everything that a card, its points and its note leave alone."""
    hands = tuple((hand.tone, hand.name, hand.glyph, hand.wins) for hand in _hand_pair(shown))
    return *hands, shown.banner, shown.banner_tone, shown.turned


def _accessible_text(shown: HandsShown | DiceShown) -> str:
    if isinstance(shown, DiceShown):
        return dice_text(shown)
    return ". ".join([*map(hand_text, _hand_pair(shown)), *([shown.banner.first] if shown.banner else [])])
