"""The trainer's panel of one screen: who is signed in at it, what is chosen, and what a trainer does with it.

What may be done is for `practice.round_trainer`; here is only what is keyed, and which window it is in. In a window of
its own it stays open while the trainee practises; over the table it stops the clock, but in no exam.
"""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from dealer_app.domain.plain_text import visible_text
from dealer_app.domain.values import replace
from dealer_app.people.pins import Pin
from dealer_app.practice.round_session import RoundSession
from dealer_app.practice.round_trainer import (
    ArmTrouble,
    DisarmTrouble,
    ForkRound,
    FreezeRound,
    LetGoOn,
    LetStepCome,
    RoundTrainer,
    ShowStep,
    TrainerAct,
)
from dealer_app.practice.troubles import (
    MOST_TIMES,
    RATES,
    ArmedTrouble,
    Arming,
    Trouble,
    step_places,
    trigger_events,
)
from dealer_app.screens.blocks import ScreenText
from dealer_app.screens.practice.round_control import RoundControl
from dealer_app.screens.practice.round_view import STEP_OF_SCENARIO, PanelInput, PanelMode, PanelView
from dealer_app.screens.practice.trainer_room import TrainerRoom
from dealer_app.screens.practice.view import PracticeDesk, PracticePage

TROUBLES_A_PAGE = 9
STEPS_A_PAGE = 9
MOST_LETTERS, MOST_PIN_DIGITS = 120, 12
_IDLE_MILLISECONDS = 600_000


class SecondOpener(Protocol):
    """Has the second window opened."""

    def open(self) -> bool:
        """Whether there can be one."""


class PanelDesk(PracticeDesk, Protocol):
    """What the panel needs of the screen beside what all its parts share."""

    room: TrainerRoom
    rounds: RoundControl
    second: SecondOpener

    def panel_label(self, code: str, **facts: str | ScreenText) -> ScreenText:
        """A label of the panel."""


class PanelControl:
    """The panel of one screen."""

    def __init__(self, desk: PanelDesk) -> None:
        self._desk = desk
        self.keyed = PanelInput()
        self.trainer = ""
        """Who is signed in at the panel."""
        self.is_open = False
        """Over the table."""
        self.is_beside = False
        """In a window of its own."""
        self.notice = ScreenText("")
        self._pin = Pin("")
        self._touched = 0
        desk.rounds.note_begin = self._arm_again

    @property
    def steps(self) -> Mapping[str, Callable[[str], None]]:
        """What can be pressed on it, by the code of a control."""
        inside = {
            "panel-page": lambda _: self._change(page=self.keyed.page + 1),
            "panel-what": lambda code: self._change(trouble=code),
            "panel-when": lambda way: self._change(when=Arming(way)),
            "panel-next": lambda _: self._choose_next(),
            "panel-most": lambda _: self._change(most=self.keyed.most + 1),
            "panel-arm": lambda _: self._arm(),
            "panel-frame": lambda _: self._change(framed=self.keyed.framed + 1),
            "panel-disarm": lambda number: self._act(DisarmTrouble(int(number))),
            "panel-freeze": lambda _: self._freeze(),
            "panel-back": lambda _: self._go_back(),
            "panel-steps": lambda _: self._change(mode=PanelMode.STEPS, page=0),
            "panel-step": self._show_step,
            "panel-fork": lambda _: self._act(ForkRound()),
            "panel-note": lambda _: self._change(mode=PanelMode.NOTE, text=""),
            "panel-letter": self._type_letter,
            "panel-keep": lambda _: self._keep_note(),
            "panel-mark": self._keep_mark,
            "panel-return": lambda _: self._change(mode=PanelMode.ARM, page=0),
        }
        return {
            "panel": lambda _: self._toggle(),
            "panel-beside": lambda _: self._open_beside(),
            "panel-digit": self._type_digit,
            "panel-trainer": lambda _: self._change(trainer=self.keyed.trainer + 1),
            "panel-open": lambda _: self._open(),
            "panel-close": lambda _: self.close(),
            "panel-look": lambda _: None,
            **{code: self._guard(step) for code, step in inside.items()},
        }

    def _guard(self, step: Callable[[str], None]) -> Callable[[str], None]:
        """A step that a trainer alone takes: without one nothing happens."""

        def guarded(value: str) -> None:
            self._touched = self._desk.milliseconds()
            self.notice = ScreenText("")
            if self.trainer:
                step(value)

        return guarded

    def _change(self, **changes: Any) -> None:
        self.keyed = replace(self.keyed, **changes)

    # The door

    def _toggle(self) -> None:
        """F10 at a round: a PIN is asked for, or what is open is closed."""
        desk = self._desk
        if self.is_open:
            self.close()
        elif self.is_beside:
            desk.tell(desk.panel_label("beside"))
        elif not desk.folder.state.trainers:
            desk.tell(desk.panel_label("no-trainer"), refused=True)
        elif desk.keyed.page is PracticePage.ROUND:
            self.keyed, self.is_open = PanelInput(mode=PanelMode.DOOR), True
            self._pin, self.notice = Pin(""), ScreenText("")

    def _type_digit(self, digit: str) -> None:
        before = self._pin.text
        self._pin = Pin(before[:-1] if digit == "-" else (before + digit)[:MOST_PIN_DIGITS])

    def _open(self) -> None:
        trainers = self._desk.folder.list_trainers()
        pin, self._pin = self._pin, Pin("")
        if self.is_open and self.keyed.mode is PanelMode.DOOR:
            trainer = trainers[self.keyed.trainer % len(trainers)].trainer
            self._desk.room.check_pin(trainer, pin, lambda: self._let_in(trainer))

    def _let_in(self, trainer: str) -> None:
        if not self.is_open:
            return
        self.trainer, self.keyed = trainer, PanelInput()
        self._touched = self._desk.milliseconds()

    def _open_beside(self) -> None:
        """From the trainer's room: in a window of its own, for who is signed in there."""
        desk, trainer = self._desk, self._desk.room.trainer
        if not trainer:
            desk.tell(desk.label("trainers-only"), refused=True)
        elif desk.second.open():
            self.trainer, self.keyed, self.is_beside = trainer, PanelInput(), True
            self._touched = desk.milliseconds()
            desk.tell(desk.panel_label("second-window-opened"))
        else:
            desk.tell(desk.panel_label("no-second-window"), refused=True)

    def close(self) -> None:
        """Nobody is signed in at it any more; a round that is frozen stays frozen."""
        self.trainer, self.keyed, self.notice, self._pin = "", PanelInput(), ScreenText(""), Pin("")
        self.is_open = self.is_beside = False

    @property
    def stops_clock(self) -> bool:
        """Whether no time passes for the trainee: the round is frozen, or the trainer is before it; in no exam."""
        session = self._session()
        if session is None or session.is_exam:
            return False
        return session.frozen_at is not None or (self.is_open and bool(self.trainer))

    def close_if_idle(self) -> bool:
        """Whether it has closed because nobody was there."""
        if self.trainer and self._desk.milliseconds() - self._touched > _IDLE_MILLISECONDS:
            self.close()
            return True
        return False

    # What is armed

    def _session(self) -> RoundSession | None:
        session = self._desk.rounds.session
        return None if session is None or self._desk.keyed.page is not PracticePage.ROUND else session

    def _choose_next(self) -> None:
        """The next step, event or rate."""
        match self.keyed.when:
            case Arming.STEP:
                self._change(step=self.keyed.step + 1)
            case Arming.EVENT:
                self._change(event=self.keyed.event + 1)
            case Arming.RATE:
                self._change(rate=self.keyed.rate + 1)
            case Arming.NOW:
                pass

    def _arm(self) -> None:
        session, keyed = self._session(), self.keyed
        if session is None or not keyed.trouble:
            return
        if keyed.trouble.startswith(STEP_OF_SCENARIO):
            self._act(LetStepCome(int(keyed.trouble.removeprefix(STEP_OF_SCENARIO))))
            self._change(trouble="")
            return
        rules = session.table.rules
        places, events = step_places(rules), trigger_events(rules)
        self._act(
            ArmTrouble(
                ArmedTrouble(
                    trouble=keyed.trouble,
                    when=keyed.when,
                    step=places[keyed.step % len(places)] if keyed.when is Arming.STEP else None,
                    event=events[keyed.event % len(events)] if keyed.when is Arming.EVENT else "",
                    rate=RATES[keyed.rate % len(RATES)] if keyed.when is Arming.RATE else 0,
                    most=1 if keyed.when is Arming.NOW else MOST_TIMES[keyed.most % len(MOST_TIMES)],
                )
            )
        )

    def _arm_again(self, before: RoundSession) -> None:
        """While the second window is open what waits goes on waiting in the trainee's next session."""
        session = self._desk.rounds.session
        if not self.is_beside or session is None or session.trainee != before.trainee:
            return
        rules = session.table.rules
        trainer = RoundTrainer(session, self._desk.folder, self.trainer)
        for each in before.play.armed.armed:
            fits = each.event in ("", *trigger_events(rules)) and each.step in (None, *step_places(rules))
            if fits and not each.is_done:
                left = replace(each, most=each.most - each.done, done=0, pending=False, struck_round=-1)
                trainer.act(ArmTrouble(left))

    def _act(self, act: TrainerAct) -> None:
        """Does it, or says why it cannot be done; what is asked afterwards is on the trainee's screen."""
        session = self._session()
        if session is None:
            self.notice = self._desk.panel_label("no-round")
            return
        before = session.asked
        refusal = RoundTrainer(session, self._desk.folder, self.trainer).act(act)
        if refusal is not None:
            self.notice = self._desk.panel_label(refusal.value)
            return
        if session.asked is not before:
            self._desk.rounds.show_question()

    def _freeze(self) -> None:
        session = self._session()
        self._act(LetGoOn() if session is not None and session.frozen_at is not None else FreezeRound())

    def _go_back(self) -> None:
        session = self._session()
        shown = 0 if session is None else session.step_in_sight
        self._act(ShowStep(shown - 1))

    def _show_step(self, step: str) -> None:
        self._act(ShowStep(int(step)))
        self._change(mode=PanelMode.ARM, page=0)

    # Notes

    def type_key(self, key: str) -> bool:
        """Whether the key wrote a sign of the note."""
        if not self.trainer or self.keyed.mode is not PanelMode.NOTE or not (key == "Backspace" or len(key) == 1):
            return False
        self._type_letter("⌫" if key == "Backspace" else key)
        return True

    def _type_letter(self, letter: str) -> None:
        text = self.keyed.text
        self._change(text=text[:-1] if letter == "⌫" else (text + letter)[:MOST_LETTERS])

    def _keep_note(self) -> None:
        text = visible_text(self.keyed.text.strip())
        if text:
            self._write_note(text, "")

    def _keep_mark(self, mark: str) -> None:
        self._write_note("", mark)

    def _write_note(self, text: str, mark: str) -> None:
        session, folder = self._session(), self._desk.folder
        if session is None:
            self.notice = self._desk.panel_label("no-round")
            return
        after = folder.sequence
        folder.write_note(session.trainee, self.trainer, text, session=session.number, mark=mark)
        self._change(mode=PanelMode.ARM, page=0)
        self.notice = self._desk.panel_label("noted", after=str(after))

    # What the panel is made from

    def view(self) -> PanelView | None:
        """Nothing while it is not open anywhere."""
        if not self.is_open and not self.is_beside:
            return None
        session, folder = self._session(), self._desk.folder
        trainers = folder.list_trainers()
        view = PanelView(
            keyed=self.keyed,
            trainer=next((each for each in trainers if each.trainer == self.trainer), None),
            trainers=trainers,
            pin_digits=len(self._pin.text),
            is_beside=self.is_beside,
            notice=self.notice,
        )
        if session is None:
            return view
        known = folder.trainees.get(session.trainee)
        rules = session.table.rules
        return replace(
            view,
            trainee="" if known is None else known.name,
            is_exam=session.is_exam,
            has_round=True,
            waiting=() if session.is_exam else session.play.trainer_steps(),
            troubles=self._troubles(session),
            places=step_places(rules),
            events=trigger_events(rules),
            armed=tuple(each for each in session.play.armed.armed if not each.is_done),
            steps=tuple(session.line_steps),
            frozen_at=session.frozen_at,
            taken_back=0 if session.frozen_at is None else len(session.list_later_answers(session.frozen_at)),
            notes=() if known is None else tuple(each for each in known.notes if each.session == session.number),
        )

    def _troubles(self, session: RoundSession) -> tuple[Trouble, ...]:
        return RoundTrainer(session, self._desk.folder, self.trainer).troubles()
