"""A head as two people can compare it by ear: four easy words beside its number and its first digits.

Each of the first four bytes of the hash is one word of the list, by its place: 0 is the first. The words are English in
every language of the station, as the digits are. Four words tell a mix-up and most forgeries; the whole hash tells all.
"""

from dealer_app.journal.record import Head

_LIST = """
acorn adult agent album alley almond amber anchor angel ankle apron artist atlas august autumn avenue baby badge
baker bamboo banana barrel beach bedroom bell berry bicycle bird biscuit bishop blanket blossom bonnet border bottle
bread breeze brick brother bubble bucket butter cabin cactus camel canoe canvas captain carpet castle cement chicken
chimney circle citrus city clever cliff clock coast cobra coconut coffee copper cotton cousin cradle crayon crown
crystal cuckoo cushion daisy dancer dentist desert diamond doctor dolphin domino donkey drawer drum duck eagle earth
echo eclipse editor elbow emerald empire engine evening fabric factory falcon family farmer feather fence fiddle
field finger fish flag flute forest fortune fossil frame fruit galaxy garden garlic gate gentle giant giraffe
glacier glove goblet gold granite guitar hamster harbor harmony harvest helmet herb holiday horse hotel iceberg
igloo insect island ivory jaguar jasmine jewel jigsaw journey juice jungle kayak king kitchen koala ladder lagoon
lamp lantern laundry lemon leopard linen lizard lobster lotus lunch magnet mango marble meadow mercury mermaid milk
mirror moon morning muffin museum music napkin nature needle nephew night nugget oasis ocean office onion opera
orange orchid oxygen palace pancake panda parrot peacock pelican pencil penguin picnic pigeon pillow pirate plateau
poet potato prince pumpkin puppet purple pyramid quartz queen quilt quiver rabbit raccoon radio rainbow raven ribbon
saffron sailor school season silver slipper snow spider square station sugar summer sunset swan syrup teapot temple
tennis thimble thunder tower tractor train trumpet tulip tunnel unicorn vanilla village violin volcano vulture
walnut wheel whisper window yogurt
"""
WORDS = tuple(_LIST.split())
"""In the order of the alphabet; no two begin with the same four letters, or differ by fewer than three."""
COUNT = 4
DIGITS = 8


def head_words(digest: bytes) -> tuple[str, ...]:
    """The words of a hash."""
    return tuple(WORDS[byte] for byte in digest[:COUNT])


def head_text(head: Head) -> str:
    """A head in short: its sequence, the first digits of its hash, its words."""
    return f"{head.sequence} {head.hash.hex()[:DIGITS]} {' '.join(head_words(head.hash))}"
