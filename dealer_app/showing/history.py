"""What the roads and the trail show: the results of this shoe, or of this opening, by the number of the round."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from dealer_app.domain.roads import Gap, RoundMark


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """See the module. A corrected round stands in the place of what it was before; a void one is `None`."""

    marks: Mapping[int, RoundMark | Gap | None] = field(default_factory=dict)
    tumbles: Mapping[int, tuple[int, int, int] | None] = field(default_factory=dict)
