"""Dealers, supervisors and managers ask, approve, refuse and do, in any order: what holds of approvals in all of it.

What was asked, by whom approved and how often used is counted from the events alone, beside the state.
"""

from collections import Counter

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from dealer_app.domain.values import replace
from dealer_app.people import events
from dealer_app.people.accounts import ChangeAccount, DisableAccount, EnableAccount, change_people, change_subject
from dealer_app.people.approvals import (
    MOST_OPEN_EACH,
    REQUEST_LASTS,
    ask_approval,
    give_approval,
    refuse_approval,
    use_approval,
    withdraw_request,
)
from dealer_app.people.authority import Assignment, assign_acting, end_expired_acting
from dealer_app.people.events import (
    TWO_PERSON_ITEMS,
    AccountChanged,
    AccountDisabled,
    AccountEnabled,
    ApprovalItem,
    ApprovalSubject,
    subject_digest,
)
from dealer_app.people.fold import fold_people
from dealer_app.people.positions import MANAGERS, Position
from dealer_app.people.state import Decision, PeopleState
from tests.people.people import PLACES, SECOND, Staff

BADGES = st.sampled_from(("D1", "D2", "S1", "S2", "M1", "M2", "A1", "N1", "X1", "Z9"))
ITEMS = st.sampled_from(tuple(ApprovalItem))
NEEDED = st.sampled_from(
    (
        PLACES.equal_or_higher(Position.DEALER),
        PLACES.equal_or_higher(Position.PIT_SUPERVISOR),
        MANAGERS,
        frozenset({Position.SHIFT_MANAGER}),
    )
)
ROUNDS = st.sampled_from((None, 1, 2))
NUMBERS = st.sampled_from((0, 0, 0, 1, 1, 2, 3, -1))
"""Counted back from the newest request."""


class Approvals(RuleBasedStateMachine):
    @initialize()
    def a_house(self) -> None:
        self.staff = Staff().with_people()
        self.settled_before = len(self.staff.happened)
        self.wanted: dict[int, ApprovalSubject] = {}

    def _newest(self, back: int) -> int:
        return self.staff.state.asked - back

    def _current(self, number: int, moved: bool) -> ApprovalSubject:
        """What would be asked now: mostly what was, or else something that has moved on."""
        wanted = self.wanted.get(
            number, ApprovalSubject(item=ApprovalItem.DECISION, what="", before="", after="", clause="")
        )
        return replace(wanted, before=wanted.before + "!") if moved else wanted

    def _age(self, number: int) -> int:
        """How long ago it was asked, by the events alone."""
        (since,) = (
            event.at.counter
            for event in self.staff.happened
            if isinstance(event, events.ApprovalAsked) and event.number == number
        )
        return self.staff.at.counter - since

    def _settle(self, decision: Decision) -> None:
        self.staff.settle(decision)

    @rule(item=ITEMS, needed=NEEDED, by=BADGES, round_=ROUNDS, what=st.sampled_from("ab"))
    def somebody_asks(
        self, item: ApprovalItem, needed: frozenset[Position], by: str, round_: int | None, what: str
    ) -> None:
        wanted = ApprovalSubject(item=item, what=what, before="1", after="2", clause="5.14", round=round_)
        before = self.staff.state.asked
        self._settle(ask_approval(PLACES, self.staff.state, wanted, needed=needed, by=by, at=self.staff.at))
        if self.staff.state.asked > before:
            self.wanted[self.staff.state.asked] = wanted

    @rule(back=NUMBERS, by=BADGES, moved=st.sampled_from((False, False, False, True)))
    def somebody_approves(self, back: int, by: str, moved: bool) -> None:
        number = self._newest(back)
        self._settle(give_approval(self.staff.state, number, self._current(number, moved), by=by, at=self.staff.at))

    @rule(
        item=ITEMS,
        needed=NEEDED,
        by=BADGES,
        others=st.lists(BADGES, min_size=1, max_size=3),
        moved=st.sampled_from((False, False, False, True)),
    )
    def it_is_asked_approved_and_done(
        self, item: ApprovalItem, needed: frozenset[Position], by: str, others: list[str], moved: bool
    ) -> None:
        """What happens most often, so that the machine gets around."""
        self.somebody_asks(item, needed, by, None, "a")
        for other in others:
            # Pressed twice, as people do.
            self.somebody_approves(0, other, moved=False)
            self.somebody_approves(0, other, moved=False)
        self.it_is_done(0, moved)

    @rule(back=NUMBERS, by=BADGES, reason=st.sampled_from(("", "not so", "no")))
    def somebody_refuses(self, back: int, by: str, reason: str) -> None:
        self._settle(refuse_approval(self.staff.state, self._newest(back), by=by, reason=reason, at=self.staff.at))

    @rule(back=NUMBERS, by=BADGES)
    def somebody_withdraws(self, back: int, by: str) -> None:
        self._settle(withdraw_request(self.staff.state, self._newest(back), by=by))

    @rule(back=NUMBERS, moved=st.sampled_from((False, False, False, True)))
    def it_is_done(self, back: int, moved: bool) -> None:
        number = self._newest(back)
        current = self._current(number, moved)
        before = len(self.staff.happened)
        self._settle(use_approval(self.staff.state, number, current, at=self.staff.at))
        for event in self.staff.happened[before:]:
            if isinstance(event, events.ApprovalUsed):
                assert event.digest == subject_digest(current), "used for what is done"
                assert current.item not in TWO_PERSON_ITEMS or self._age(number) < REQUEST_LASTS, "used within a day"

    @rule(badge=BADGES, position=st.sampled_from(Position), by=BADGES, seconds=st.integers(0, 3))
    def somebody_is_to_act(self, badge: str, position: Position, by: str, seconds: int) -> None:
        until = self.staff.at.utc + seconds * SECOND
        assignment = Assignment(badge=badge, position=position, until=until)
        self._settle(assign_acting(PLACES, self.staff.state, assignment, by=by, at=self.staff.at))

    @rule(seconds=st.integers(0, 2))
    def time_passes(self, seconds: int) -> None:
        self.staff.wait(seconds * SECOND).take(end_expired_acting(self.staff.state, self.staff.at))

    @rule()
    def most_of_a_day_passes(self) -> None:
        self.staff.wait(REQUEST_LASTS * 2 // 3).take(end_expired_acting(self.staff.state, self.staff.at))

    @rule(badge=st.sampled_from(("D1", "S1", "M1", "M2", "A1")), by=BADGES)
    def somebody_asks_to_disable_or_enable(self, badge: str, by: str) -> None:
        enabled = self.staff.state.accounts[badge].enabled
        change = DisableAccount(badge=badge, reason="away") if enabled else EnableAccount(badge=badge)
        wanted = change_subject(self.staff.state, change)
        before = self.staff.state.asked
        self._settle(ask_approval(PLACES, self.staff.state, wanted, needed=MANAGERS, by=by, at=self.staff.at))
        if self.staff.state.asked > before:
            self.wanted[self.staff.state.asked] = wanted

    @rule(badge=st.sampled_from(("D1", "S1", "M1", "M2", "A1")), back=NUMBERS)
    def an_account_is_changed(self, badge: str, back: int) -> None:
        account = self.staff.state.accounts[badge]
        changes = (
            DisableAccount(badge=badge, reason="away"),
            EnableAccount(badge=badge),
            ChangeAccount(badge=badge, name=account.name, position=Position.PIT_MANAGER),
        )
        for change in changes:
            self._settle(change_people(PLACES, self.staff.state, change, approval=self._newest(back), at=self.staff.at))

    # What holds

    @invariant()
    def every_use_was_allowed(self) -> None:
        """Folded anew from the events, each approval judged by the people as they were when it was given."""
        state = PeopleState()
        asked: dict[int, events.ApprovalAsked] = {}
        given: dict[int, list[str]] = {}
        over: set[int] = set()
        for event in self.staff.happened:
            match event:
                case events.ApprovalAsked():
                    asked[event.number], given[event.number] = event, []
                    assert event.digest == subject_digest(event.asked)
                    assert state.accounts[event.by].enabled
                case events.ApprovalGiven():
                    request = asked[event.number]
                    assert event.number not in over
                    assert event.by != request.by, "never by who asks"
                    assert event.by not in given[event.number], "never twice by the same"
                    assert event.position in request.needed, "never without the position"
                    assert event.digest == request.digest
                    account = state.accounts[event.by]
                    assert account.enabled
                    acting = state.acting.get(event.by)
                    held = acting.position if event.acting and acting is not None else account.position
                    assert not (event.acting and request.asked.item in TWO_PERSON_ITEMS), "of two people none only acts"
                    assert held is event.position, "in a position that he held"
                    given[event.number].append(event.by)
                case events.ApprovalUsed():
                    request = asked[event.number]
                    assert event.number not in over, "never twice"
                    assert event.digest == request.digest, "never for anything else"
                    people = {*given[event.number]}
                    if request.asked.item in TWO_PERSON_ITEMS:
                        # Who asks counts as one where one approver is enough: below, that he holds the position.
                        people |= {request.by} if request.approvers == 1 else set()
                        assert len(people) == 2, "two different people"
                    assert len(given[event.number]) == request.approvers >= 1
                    over.add(event.number)
                case events.ApprovalRefused() | events.ApprovalWithdrawn() | events.ApprovalLapsed():
                    assert event.number not in over
                    assert event.digest == asked[event.number].digest
                    over.add(event.number)
                case _:
                    pass
            state = fold_people(state, (event,))
        assert set(state.requests) == set(asked) - over

    @invariant()
    def only_a_holder_makes_one_approver_enough(self) -> None:
        for event in self.staff.happened[-1:]:
            if isinstance(event, events.ApprovalAsked) and event.asked.item in TWO_PERSON_ITEMS:
                own = self.staff.state.accounts[event.by].position
                assert event.approvers == (1 if own in event.needed else 2)
                assert own not in (Position.TRAINEE, Position.TRAINER), "who is trained asks for nothing"

    @invariant()
    def nobody_takes_the_places_of_the_others(self) -> None:
        open_of = Counter(request.by for request in self.staff.state.requests.values())
        assert all(count <= MOST_OPEN_EACH for count in open_of.values())

    @invariant()
    def every_change_of_an_account_used_an_approval_of_its_own(self) -> None:
        changes = [
            event.approval
            for event in self.staff.happened[self.settled_before :]
            if isinstance(event, AccountChanged | AccountDisabled | AccountEnabled)
        ]
        used = Counter(event.number for event in self.staff.happened if isinstance(event, events.ApprovalUsed))
        assert len(changes) == len(set(changes))
        assert all(used[number] == 1 for number in changes)

    @invariant()
    def two_who_decide_about_people_stay(self) -> None:
        accounts = self.staff.state.accounts.values()
        assert sum(account.enabled and account.position in MANAGERS for account in accounts) >= 2

    @invariant()
    def the_events_are_the_whole_truth(self) -> None:
        assert fold_people(PeopleState(), self.staff.happened) == self.staff.state


TestApprovals = Approvals.TestCase
TestApprovals.settings = settings(max_examples=80, stateful_step_count=50)
