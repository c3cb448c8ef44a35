"""Where a card, a tumble, dice or a result of the journal come from. The engine judges nothing by it."""

from msgspec import Struct


class Source(Struct, frozen=True, kw_only=True):
    """A device and the number of its report, or who keyed it and with whose approval; people by their badges.

    Both where a device reported that something came, and somebody keyed what it could not say.
    """

    device: str = ""
    report: str = ""
    """As the device numbers it; nothing of one that numbers none."""
    keyed_by: str = ""
    approved_by: str = ""
    approval: int = 0
    """The number of that approval in the journal; several cards may rest on the same."""

    @property
    def by_hand(self) -> bool:
        """Whether no device has told of it at all."""
        return bool(self.keyed_by) and not self.device

    @property
    def text(self) -> str:
        """For what is remembered as text."""
        return "|".join((self.device, self.report, self.keyed_by, self.approved_by, str(self.approval)))

    @staticmethod
    def read(text: str) -> "Source":
        """The inverse of `text`. No badge and no name of a device has its mark; a report that had is kept whole."""
        device, rest = text.split("|", 1)
        report, keyed_by, approved_by, approval = rest.rsplit("|", 3)
        return Source(device=device, report=report, keyed_by=keyed_by, approved_by=approved_by, approval=int(approval))
