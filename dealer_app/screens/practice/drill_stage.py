"""The table of a drill: open hands or dice, and the painted layout with its chips; odds only after the answer."""

from msgspec import Struct

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.baccarat.table_of_play import hand_total
from dealer_app.domain.cards import Card
from dealer_app.domain.rulebook import Side
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area
from dealer_app.practice.questions import AnswerForm, DrillScene, SceneBet
from dealer_app.practice.session import Answered
from dealer_app.screens.actions import Practise
from dealer_app.screens.blocks import NO_TEXT, CardShown, Face, ScreenText, Tone
from dealer_app.screens.labels import area_name, glyph_in_text, section_text
from dealer_app.screens.practice.view import PracticePage, PracticeView
from dealer_app.screens.round.felt import FeltArea, area_glyph, layout_felt
from dealer_app.screens.screen import (
    AreaShown,
    AreaState,
    DiceShown,
    Die,
    HandShown,
    HandsShown,
    SeatShown,
    Stake,
    StepDone,
    StepsShown,
    TableShown,
    TableStage,
)
from dealer_app.texts.texts import amount_text

_TONES = {Side.PLAYER: Tone.PLAYER, Side.BANKER: Tone.BANKER}
_FIRST_CARDS = 2
_FINISHED_HANDS = (1, 2, 3)


def drill_stage(view: PracticeView) -> TableStage:
    """What matters for this question."""
    assert view.exercise is not None, "a drill has its exercise"
    scene = view.exercise.scene
    result = _dice(view, scene) if scene.dice or view.table.rules.tai_sai is not None else scene_hands(view, scene)
    return TableStage(result=result, table=_layout(view, scene), past=_session_strip(view))


def _session_strip(view: PracticeView) -> StepsShown | None:
    """The questions of this session with their marks, to look at; an exam shows none."""
    if view.is_exam_sat:
        return None
    steps = tuple(
        StepDone(label=ScreenText(str(number)), tone=_answer_tone(done), time=_seconds(view, done))
        for number, done in enumerate(view.answered, start=1)
    )
    if view.last_answer is None:
        now = StepDone(label=ScreenText(str(len(steps) + 1)), now=True)
        steps = (*steps, now)
    tones = [_answer_tone(done) for done in view.answered]
    counts = tuple(
        (tone, str(tones.count(tone)), view.text(code))
        for tone, code in ((Tone.GOOD, "right"), (Tone.ATTENTION, "late"), (Tone.STOP, "wrong"))
    )
    return StepsShown(
        heading=view.room_text("this-session"), right=view.room_text("missed-return"), steps=steps, counts=counts
    )


def _answer_tone(done: Answered) -> Tone:
    if not done.mark.right:
        return Tone.STOP
    return Tone.ATTENTION if done.late else Tone.GOOD


def _seconds(view: PracticeView, done: Answered) -> str:
    tenths = done.milliseconds // 100
    return view.room_text("seconds", seconds=f"{tenths // 10}.{tenths % 10}").first


def scene_hands(view: PracticeView, scene: DrillScene) -> HandsShown:
    """Both hands as they lie, with the place of each card in the drawn order where that matters."""
    return HandsShown(
        player=_hand(view, Side.PLAYER, scene),
        banker=_hand(view, Side.BANKER, scene),
        turned=view.looks.turned,
    )


def _hand(view: PracticeView, side: Side, scene: DrillScene) -> HandShown:
    """Points are said once the answer is given: until then they are part of what is asked.

    Where a card is face down, or one is too many, there are none.
    """
    numbered = tuple(lies for lies in list_numbered_cards(scene) if lies.side == side.value)
    cards = scene.player if side is Side.PLAYER else scene.banker
    shown = tuple(_numbered_card(view, lies) for lies in numbered) or tuple(
        CardShown(face=Face.OPEN, card=card.value) for card in cards
    )
    can_count = view.last_answer is not None and len(shown) == len(cards) in _FINISHED_HANDS
    return HandShown(
        tone=_TONES[side],
        name=section_text(view.words, "play", side.value),
        glyph=glyph_in_text(view.words, Area(side.value), area_glyph(Area(side.value))),
        note=NO_TEXT,
        cards=tuple(replace(card, sideways=place >= _FIRST_CARDS) for place, card in enumerate(shown)),
        points=str(hand_total(cards)) if can_count else "",
    )


class NumberedCard(Struct, frozen=True):
    """A card where it lies, with its place in the drawn order; none where that is in dispute."""

    number: int | None
    card: Card | None
    side: str


def list_numbered_cards(scene: DrillScene) -> tuple[NumberedCard, ...]:
    """All cards in drawn order, where that matters."""
    if scene.lying:
        return tuple(
            NumberedCard(None if lies.disputed else number, lies.card, lies.side)
            for number, lies in enumerate(scene.lying, start=1)
        )
    placed = zip(scene.drawn, scene.put, strict=False)
    return tuple(NumberedCard(number, card, _SIDES[put]) for number, (card, put) in enumerate(placed, start=1))


_SIDES = {Place.PLAYER: Side.PLAYER.value, Place.BANKER: Side.BANKER.value, Place.NEITHER: ""}


def _numbered_card(view: PracticeView, lies: NumberedCard) -> CardShown:
    if lies.card is None:
        return CardShown(face=Face.BACK, number=lies.number, alt_text=view.text("face-down").first)
    return CardShown(face=Face.OPEN, card=lies.card.value, number=lies.number)


def _dice(view: PracticeView, scene: DrillScene) -> DiceShown:
    faces = [Die(face=face, flat=True) for face in scene.dice] or [Die(face=None)] * 3
    first, second, third = faces
    answered = view.last_answer is not None
    return DiceShown(
        dice=(first, second, third),
        total=str(sum(scene.dice)) if scene.dice and answered else "",
        flat_word=section_text(view.words, "play", "flat"),
        total_word=section_text(view.words, "play", "total-sum"),
        tumbles_word=section_text(view.words, "play", "tumbles"),
    )


def _layout(view: PracticeView, scene: DrillScene) -> TableShown:
    rules = view.table.rules
    felt = layout_felt(rules.book, rules.layout)
    seats = rules.layout.seats
    areas: list[AreaShown] = []
    for printed in felt.areas:
        areas += [_area(view, scene, printed, seat) for seat in (seats if printed.boxes else (None,))]
    return TableShown(
        game=rules.book.game,
        letter=rules.layout.letter,
        seats=tuple(SeatShown(number=seat) for seat in seats),
        areas=tuple(areas),
        turned=view.looks.turned,
        with_odds=view.last_answer is not None,
        alt_text=section_text(view.words, "play", "layout-told").first,
        tab_texts=()
        if seats
        else tuple(section_text(view.words, "play", "page", page=page, pages="2").first for page in "12"),
    )


def _area(view: PracticeView, scene: DrillScene, printed: FeltArea, seat: int | None) -> AreaShown:
    state, word = _area_state(view, scene, printed.area, seat)
    asked = view.current_question
    can_touch = (
        view.keyed.page is PracticePage.QUESTION and asked.form is AnswerForm.AREAS and printed.area in asked.choices
    )
    stakes = tuple(
        _stake(view, bet) for bet in scene.bets if bet.wager.area == printed.area and seat in (None, bet.wager.seat)
    )
    return AreaShown(
        area=printed.area,
        seat=seat,
        label=printed.label,
        glyph=printed.glyph,
        short=printed.short,
        odds=printed.odds if view.last_answer is not None else "",
        state=state,
        word=word,
        alt_text=area_name(view.words, printed.area).first,
        legend=(),
        stakes=stakes,
        act=Practise("area", printed.area) if can_touch else None,
    )


def _area_state(view: PracticeView, scene: DrillScene, area: Area, seat: int | None) -> tuple[AreaState, str]:
    """Chosen, or after the answer found, missed and wrong, each with its word; else the bet that is asked is lit.

    The others stay as they are: they count with it, as for a Differential, and none of them is collected yet.
    """
    done, asked = view.last_answer, view.current_question
    if asked.form is not AnswerForm.AREAS:
        bet = None if scene.asked is None else scene.bets[scene.asked]
        own = bet is not None and bet.wager.area == area and seat in (None, bet.wager.seat)
        return (AreaState.LIT if own else AreaState.CLOSED), ""
    if done is None:
        return (AreaState.SELECTED if area in view.keyed.chosen else AreaState.OPEN), ""
    if area in done.mark.missed:
        return AreaState.RETURNED, view.text("missed").first
    if area in done.mark.wrong:
        return AreaState.VOID, view.text("not-winning").first
    return (AreaState.LIT if area in done.answer else AreaState.DIMMED), ""


def _stake(view: PracticeView, bet: SceneBet) -> Stake:
    wager = bet.wager
    return Stake(
        amount=amount_text(wager.stake, view.words.first.decimals),
        minor=wager.stake,
        seat=wager.seat,
    )
