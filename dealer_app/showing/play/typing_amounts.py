"""Amounts as they are typed on a keypad: whole units of money, or with a point; exact, never through a float."""

from dealer_app.domain.money import Money

MOST_DIGITS = 9
POINT = "."


def typed(digits: str, decimals: int) -> Money:
    """`1200` or `262.5` in minor units; nothing typed is nothing."""
    whole, _, rest = digits.partition(POINT)
    minor = rest[:decimals].ljust(decimals, "0")
    return Money(int((whole or "0") + minor))


def shown(digits: str) -> str:
    """`1,200`, as it stands in an entry."""
    whole, point, rest = digits.partition(POINT)
    return f"{int(whole or '0'):,}{point}{rest}" if digits else ""


def more(digits: str, added: str) -> str:
    """With these digits behind it; what is too long is seen to be so, and is never cut to another amount."""
    return (digits + added).lstrip("0")[: MOST_DIGITS + 1]


def too_long(digits: str) -> bool:
    """Whether more was typed than any amount has."""
    return len(digits) > MOST_DIGITS


def digits_of(minor: int, decimals: int) -> str:
    """The inverse of `typed`."""
    whole, rest = divmod(minor, 10**decimals)
    if not rest:
        return str(whole) if whole else ""
    return f"{whole}{POINT}{rest:0{decimals}d}".rstrip("0")


def pointed(digits: str) -> str:
    """With a point behind it, for what is less than a whole unit of money: one is enough, and not before a digit."""
    return digits + POINT if digits and POINT not in digits else digits


def fraction_full(digits: str, decimals: int) -> bool:
    """Whether there is no smaller money than what is typed."""
    _, point, rest = digits.partition(POINT)
    return bool(point) and len(rest) >= decimals
