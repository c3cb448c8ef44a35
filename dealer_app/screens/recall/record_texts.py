"""Every event of the journal as a sentence for recall, whether a timeline shows it or not.

What a timeline shows is said in its words; what reports on paper say in fixed words is not said a second time here.
"""

from dealer_app import station_events as facts
from dealer_app.domain.round import events
from dealer_app.journal import records
from dealer_app.journal.event_registry import NAMES_BY_CLASS
from dealer_app.people import events as people
from dealer_app.screens.blocks import ListRow, ScreenText
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.event_facts import CodeAndFacts, bet_or_none_text, request_facts, trouble_text
from dealer_app.screens.event_texts import event_row, event_text
from dealer_app.screens.labels import bilingual_text, device_name, label_text, list_text, person_name, section_text
from dealer_app.screens.timeline import EVENT_CODES, TimelineEvent


def record_text(context: ScreenContext, one: TimelineEvent) -> ScreenText:
    """The event in words, whatever it is."""
    kind = type(one.event)
    if kind in EVENT_CODES:
        return event_text(context, one)
    code, said = _code_and_facts(context, NAMES_BY_CLASS[kind].name, one)
    has_own = code in context.words.first.sections["happened"]
    return label_text(context, f"happened.{code}" if has_own else f"report-event.{code}", **said)


def record_rows(context: ScreenContext, happened: tuple[TimelineEvent, ...]) -> tuple[ListRow, ...]:
    """A row each, in this order."""
    return tuple(event_row(context, one, place, record_text(context, one)) for place, one in enumerate(happened))


def _code_and_facts(context: ScreenContext, name: str, one: TimelineEvent) -> CodeAndFacts:
    """Of an event that no timeline has: by its name in the journal, with what a person wants to know of it."""
    match one.event:
        case events.BetTicked():
            return name, {"bet": bet_or_none_text(context, one.about)}
        case events.NeedsChanged(needs=needs):
            named = bilingual_text(
                context.words, lambda words: words.join_texts("list", *(words.need(need) for need in needs))
            )
            return name, {"trouble": trouble_text(context, one.about), "needs": named}
        case facts.DeviceAsked():
            return name, _question_facts(context, one.event)
        case facts.DevicesSetUp(devices=devices):
            return (name, {"devices": list_text(context.words, devices)}) if devices else (f"{name}-none", {})
        case facts.ResultDisplayed(round=number):
            return name, {"round": str(number)}
        case facts.ClockChecked(synchronised=synchronised):
            return (name if synchronised else f"{name}-alone"), {}
        case facts.ShiftBegan(number=number) | facts.ShiftEnded(number=number) | facts.AlarmEnded(number=number):
            return name, {"number": str(number)}
        case facts.BackupsRemoved(removed=removed):
            return name, {"count": str(len(removed))}
        case facts.AlarmRaised(alarm=alarm, subject=subject):
            about = device_name(context, subject)
            return name, {"alarm": label_text(context, f"alarm-kind.{alarm.value}", subject=about)}
        case records.JournalVerified(through=through):
            return name, {"through": str(through)}
        case people.PinAttempted(badge=badge, outcome=outcome):
            attempt = section_text(context.words, "attempt", outcome.value)
            return name, {"name": person_name(context, badge), "attempt": attempt}
        case people.SessionEnded(badge=badge, why=why):
            ended = section_text(context.words, "session-end", why.value)
            return name, {"name": person_name(context, badge), "why": ended}
        case people.ApprovalAsked() | people.ApprovalWithdrawn() | people.ApprovalLapsed() | people.ApprovalUsed():
            return request_facts(context, name, one.event, one.about)
        case _:
            return name, {}


def _question_facts(context: ScreenContext, asked: facts.DeviceAsked) -> dict[str, str | ScreenText]:
    """What the dealer is asked; nothing of what is kept apart."""
    words, device = context.words, device_name(context, asked.device)
    code = words.first.question_code(asked)
    return {"device": device, "question": section_text(words, "device-question", code, device=device, **asked.facts)}
