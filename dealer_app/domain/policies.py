"""The points on which the approved documents differ, as named choices.

A rulebook holds one value a point with the clause that says so; the engine asks for the value and never for
the name of the game. What each choice means in play is written where it is applied.
"""

from collections.abc import Iterator
from enum import Enum
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import fields

from dealer_app.domain.values import replace

Choice = TypeVar("Choice", bound=Enum)


class Policy(Struct, Generic[Choice], frozen=True, kw_only=True):
    """A choice and the clause on which it rests; `ruling` names the ruling whose option it is, if it is one."""

    value: Choice
    clause: str
    ruling: str | None = None


class PowerFailure(Enum):
    """An interruption while nothing is established; with something established play always goes on."""

    VOID = "void"
    OFFER_WITHDRAWAL = "offer-withdrawal"


class ExcessNoticed(Enum):
    """Bets over a Differential or maximum, seen while bets are open."""

    REJECT_EXCESS = "reject-excess"
    ASK_BETTORS = "ask-bettors"


class DifferentialUnnoticed(Enum):
    """A Differential in excess, not seen until bets were closed."""

    PRO_RATA = "pro-rata"
    PIT_MANAGER = "pit-manager"


class MaximumUnnoticed(Enum):
    """A maximum in excess, not seen until bets were closed."""

    PRO_RATA = "pro-rata"
    TO_THE_MAXIMUM = "to-the-maximum"
    SHIFT_MANAGER = "shift-manager"


class UnderMinimum(Enum):
    """A bet under the minimum, not seen until bets were closed."""

    AS_PLACED = "as-placed"
    ONCE_ONLY = "once-only"


class TogetherOrderKnown(Enum):
    """Two cards drawn together whose order is known."""

    RECONSTRUCT_THEN_OPTIONS = "reconstruct-then-options"
    WITHDRAW_THEN_RECONSTRUCT = "withdraw-then-reconstruct"


class TogetherOrderLost(Enum):
    """Two cards drawn together whose order is not known."""

    PIT_DECIDES_WITH_OPTIONS = "pit-decides-with-options"
    PIT_DECIDES_WITH_WITHDRAWAL = "pit-decides-with-withdrawal"
    VOID = "void"


class OrderLost(Enum):
    """The right number of cards, in an order that is not known, without a simultaneous draw."""

    OPTIONS = "options"
    VOID = "void"


class PlayerOptions(Enum):
    """When a clause on one kind of error gives players their options (ruling O4)."""

    UNLESS_ESTABLISHED = "unless-established"
    UNLESS_ESTABLISHED_AND_RECONSTRUCTED = "unless-established-and-reconstructed"
    NONE = "none"


class DealingError(Enum):
    """What players may choose after a dealing error that no other clause covers."""

    OPTIONS = "options"
    CONTINUE = "continue"


class ExcessCards(Enum):
    """Cards drawn beyond the end of the round."""

    OPEN_NEXT_ROUND = "open-next-round"


class LateFoundError(Enum):
    """An error of an earlier round, found after the next one has begun."""

    STANDS = "stands"
    SHIFT_MANAGER = "shift-manager"


class WithdrawalScope(Enum):
    """How much a bettor takes back who chooses to have the bet returned."""

    ALL_BETS = "all-bets"
    UNDECIDED_BETS = "undecided-bets"


class UncoveredCase(Enum):
    """A case that the document does not cover."""

    SHIFT_MANAGER = "shift-manager"


class Policies(Struct, frozen=True, kw_only=True):
    """One value a point; None where the book has no such point (dice are not drawn together).

    The withdrawal scopes are for the options in general, for an order that is lost after a simultaneous
    draw, and for an interruption.
    """

    power_failure: Policy[PowerFailure]
    excess_noticed: Policy[ExcessNoticed]
    differential_unnoticed: Policy[DifferentialUnnoticed]
    maximum_unnoticed: Policy[MaximumUnnoticed]
    under_minimum: Policy[UnderMinimum]
    late_found_error: Policy[LateFoundError]
    uncovered_case: Policy[UncoveredCase]
    together_order_known: Policy[TogetherOrderKnown] | None = None
    together_order_lost_initial: Policy[TogetherOrderLost] | None = None
    together_order_lost_later: Policy[TogetherOrderLost] | None = None
    order_lost: Policy[OrderLost] | None = None
    dealing_error: Policy[DealingError] | None = None
    excess_cards: Policy[ExcessCards] | None = None
    options_after_excess_cards: Policy[PlayerOptions] | None = None
    options_after_misplaced_cards: Policy[PlayerOptions] | None = None
    options_after_exposed_cards: Policy[PlayerOptions] | None = None
    withdrawal_scope: Policy[WithdrawalScope] | None = None
    withdrawal_scope_order_lost: Policy[WithdrawalScope] | None = None
    withdrawal_scope_interruption: Policy[WithdrawalScope] | None = None

    def with_option(self, ruling: str, option: str) -> "Policies":
        """These policies with another option of a ruling in force."""
        changed: dict[str, Any] = {
            name: replace(policy, value=type(policy.value)(option))
            for name, policy in self.items()
            if policy.ruling == ruling
        }
        return replace(self, **changed)

    def items(self) -> Iterator[tuple[str, Policy[Enum]]]:
        """The points that this book has, by name, in a fixed order."""
        for point in fields(self):
            policy: Policy[Enum] | None = getattr(self, point.name)
            if policy is not None:
                yield point.name, policy
