"""An export is checked by a script that knows nothing of the station; it tells no secret and no round that is on."""

import json
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from dealer_app.domain.round import correction_events, events
from dealer_app.journal.codec import encode
from dealer_app.journal.export import EntrySpan, ExportFormat
from dealer_app.journal.reader import Reader, last_public_sequence, open_reader
from dealer_app.journal.records import EMPTY_HEAD, DecisionContext, Head, Record, Secret
from dealer_app.journal.schema import ENTRY_COLUMNS
from tests.journal.exports import SCRIPT, as_text, export_lines, verify_lines, verify_text
from tests.support.journals import WRITTEN, all_decisions, sqlite_journal


@pytest.mark.assurance("A28")
def test_the_script_is_short() -> None:
    assert len(SCRIPT.read_text(encoding="utf-8").splitlines()) < 100


def test_an_export_is_in_order(tmp_path: Path, reader: Reader, form: ExportFormat) -> None:
    lines, head = export_lines(reader, form)
    assert head == reader.head()
    so_far = f"in order: up to event {head.sequence}, hash {head.hash.hex()}"
    nothing = "no head was noted; all of it is not anchored"
    assert verify_lines(tmp_path, lines, form) == (0, f"{so_far}; {nothing}")
    noted = f"noted up to {head.sequence}; what comes after is not anchored"
    assert verify_lines(tmp_path, lines, form, head) == (0, f"{so_far}; {noted}")
    in_the_middle = Head(100, next(reader.entries(100, 100)).hash)
    noted = "noted up to 100; what comes after is not anchored"
    assert verify_lines(tmp_path, lines, form, in_the_middle) == (0, f"{so_far}; {noted}")


def test_a_part_is_in_order_too(tmp_path: Path, reader: Reader, form: ExportFormat) -> None:
    lines, head = export_lines(reader, form, EntrySpan(1000, 2000))
    assert len(lines) == 1003
    assert verify_lines(tmp_path, lines, form, head)[0] == 0
    before = Head(999, next(reader.entries(999, 999)).hash)
    status, said = verify_lines(tmp_path, lines, form, before)
    assert (status, said.partition("; ")[2]) == (0, "noted up to 999; what comes after is not anchored")


def test_an_empty_journal_is_exported_as_nothing(tmp_path: Path, form: ExportFormat) -> None:
    sqlite_journal(tmp_path).close()
    opened = open_reader(tmp_path)
    lines, head = export_lines(opened, form)
    opened.close()
    assert head == EMPTY_HEAD
    assert verify_lines(tmp_path, lines, form)[0] == 0


NO_EXPORTS = [
    *("", "{}\n", "no json\n", '{"after":{"sequence":0,"hash":"zz"}}\n', "[1]\n", "sequence,decision\n"),
    f"{','.join(ENTRY_COLUMNS)}\n" + "1," * 11 + "00\n",
    f"{','.join(ENTRY_COLUMNS)}\n0,,,,,,,,after,,," + "0" * 64 + "\none,1\n",
    f"{','.join(ENTRY_COLUMNS)}\n0,,,,,,,,after,,," + "0" * 64 + '\n"1"x,1\n',
]


@pytest.mark.parametrize("text", NO_EXPORTS)
def test_what_is_no_export_is_one_line(tmp_path: Path, text: str) -> None:
    file = tmp_path / "what.json"
    file.write_text(text, encoding="utf-8")
    done = subprocess.run([sys.executable, str(SCRIPT), str(file)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    assert is_one_line_of_words(done.stdout)
    assert done.stdout.startswith("this is no export that can be read")


def is_one_line_of_words(said: str) -> bool:
    """Nothing of Python's own: no name of an error, no call, no quoted key."""
    return len(said.splitlines()) == 1 and not re.search(r"Error|Exception|Stop|\w\(|\['", said)


FIRST = '{"journal":"dealer-station","format":1,"after":{"sequence":0,"hash":"' + "0" * 64 + '"}}\n'
HEADING = f"{','.join(ENTRY_COLUMNS)}\n0,,,,,,,,after,,," + "0" * 64 + "\n"
NOT_MADE_OUT = {
    "": "there is nothing in it",
    FIRST + "\n": "line 2 cannot be made out",
    FIRST + "\n" + FIRST: "line 2 cannot be made out",
    FIRST[:-1] + FIRST: "line 1 cannot be made out",
    FIRST + "[1]\n": "line 2 cannot be made out",
    FIRST + '{"sequence":' + "5" * 6000 + "}\n": "line 2 cannot be made out",
    '{"after":{"sequence":1e999,"hash":""}}\n': "line 1 cannot be made out",
    '{"after":{"sequence":null,"hash":""}}\n': "line 1 cannot be made out",
    HEADING + "one,1\n": "line 3 cannot be made out",
    HEADING + "5" * 6000 + ",1\n": "line 3 cannot be made out",
    HEADING + '"1"x,1\n': "line 3 cannot be made out",
    HEADING + "\n": "line 3 cannot be made out",
}


@pytest.mark.parametrize("text", NOT_MADE_OUT)
def test_what_cannot_be_made_out_is_said_in_words_and_where(tmp_path: Path, text: str) -> None:
    assert verify_text(tmp_path, text) == (1, f"this is no export that can be read: {NOT_MADE_OUT[text]}")


@pytest.mark.parametrize(
    "body",
    [
        *('{"card":"2C"}', '{"card":"2C","seal":{"digest":"0"}}', '{"seal":{"digest":"0","salt":"a"}}', "[]", "1"),
        *('{"card":2,"seal":{"digest":"0","salt":"a"}}', '{"card":"2C","seal":7}', '{"seal":{"digest":[]}}', "no json"),
        *('{"card":"2C","seal":["digest"]}', '"text"', "null", "", '{"at":' + "5" * 6000 + "}", '{"seal":"digest"}'),
    ],
)
def test_a_body_of_another_shape_is_said_in_words_however_well_it_is_chained(
    tmp_path: Path, form: ExportFormat, body: str
) -> None:
    journal = sqlite_journal(tmp_path)
    journal.append(
        [Record(name="say", version=1, body="{}"), Record(name="card-unsealed", version=1, body=body)], WRITTEN
    )
    lines, _ = export_lines(journal, form)
    journal.close()
    line = 3 if form is ExportFormat.JSON else 4
    assert verify_lines(tmp_path, lines, form) == (
        1,
        f"this is no export that can be read: line {line} cannot be made out",
    )


@pytest.mark.parametrize("form", ExportFormat)
def test_bytes_that_are_no_text_are_said_in_words_and_where(tmp_path: Path, reader: Reader, form: ExportFormat) -> None:
    file = tmp_path / "export"
    lines, _ = export_lines(reader, form, EntrySpan(1, 300))
    whole = as_text(lines, form).encode().splitlines(keepends=True)
    whole[200] = whole[200].replace(b"dealer", b"de\xffler", 1)
    assert b"\xff" in whole[200]
    file.write_bytes(b"".join(whole))
    done = subprocess.run([sys.executable, str(SCRIPT), str(file)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout == "this is no export that can be read: line 201 cannot be made out\n"


@pytest.mark.parametrize(("name", "why"), [("nowhere.json", "No such file or directory"), ("", "Is a directory")])
def test_what_is_no_file_is_said_in_words(tmp_path: Path, name: str, why: str) -> None:
    file = tmp_path / name
    done = subprocess.run([sys.executable, str(SCRIPT), str(file)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (1, f"{file} cannot be read: {why}\n", "")


def test_the_table_says_what_the_lines_say(reader: Reader) -> None:
    """So what is proved of one form is proved of the other; `exported` proves that neither says more."""
    table, head = export_lines(reader, ExportFormat.CSV)
    lines, same_head = export_lines(reader, ExportFormat.JSON)
    assert {"journal", "format"} <= lines[0].keys()
    assert table[0]["after"] == lines[0]["after"]
    assert table[1:] == lines[1:]
    assert head == same_head == reader.head()


def test_a_text_that_a_table_has_to_quote_is_checked_as_it_was(tmp_path: Path, form: ExportFormat) -> None:
    journal = sqlite_journal(tmp_path)
    awkward = DecisionContext(day="2026-01-31", utc=-5, offset=-480, counter=0, badge='D"1",', position="=a;'補牌 ")
    journal.append([Record(name="say", version=1, body='{"word":"\\"a\\",\\n"}')], awkward)
    journal.append([Record(name="say", version=1, body=json.dumps({"word": "long " * 100_000}))], WRITTEN)
    lines, head = export_lines(journal, form)
    journal.close()
    assert verify_lines(tmp_path, lines, form, head)[0] == 0


def test_nothing_sealed_and_no_secret_leaves(tmp_path: Path) -> None:
    """Where a seal has ended, the event of its end tells card and salt, and no other event does."""
    journal = sqlite_journal(tmp_path)
    secret = Secret(sha256(b"$argon2id$v=19$x").hexdigest(), "$argon2id$v=19$x")
    journal.append([Record(name="pin-set", version=1, body=f'{{"digest":"{secret.digest}"}}')], WRITTEN, [secret])
    unsealed: set[str] = set()
    for happened in all_decisions():
        records = [encode(event) for event in happened]
        unsealed |= {event.seal.digest for event in happened if isinstance(event, events.CardUnsealed)}
        if any(record.sealed or record.name == "card-unsealed" for record in records):
            journal.append(records, WRITTEN)
    kept = journal.connection.execute("SELECT digest, salt FROM sealed WHERE salt <> ''").fetchall()
    assert unsealed < {digest for digest, _ in kept}
    for form in ExportFormat:
        lines, _ = export_lines(journal, form)
        told: set[str] = set()
        for line in lines:
            assert "argon2" not in str(line)
            salts = {(digest, salt) for digest, salt in kept if salt in str(line)}
            if line.get("name") == "card-unsealed":
                seal = json.loads(line["body"])["seal"]
                assert (seal["digest"], seal["salt"]) in salts
                told.add(seal["digest"])
            else:
                assert not salts, line
        assert told == unsealed
        assert any(secret.digest in str(line) for line in lines)
    journal.close()


def test_the_round_that_is_being_played_stays_here_at_each_of_its_steps(tmp_path: Path) -> None:
    journal = sqlite_journal(tmp_path)
    on, began = False, 0
    for happened in all_decisions()[:400]:
        for event in happened:
            match event:
                case events.RoundBegan():
                    on, began = True, journal.head().sequence + 1 + happened.index(event)
                case events.RoundConcluded() | events.RoundVoided() | correction_events.SettlementRestored():
                    on = False
                case events.SettlementUndone():
                    on = True
                case _:
                    pass
        journal.append([encode(event) for event in happened], WRITTEN)
        # A script may end within a round; its round is on until the next one of all begins.
        assert last_public_sequence(journal) == (began - 1 if on else journal.head().sequence)
    journal.close()


@pytest.mark.parametrize(
    "words", [(), ("export.json", "12"), ("export.json", "x", "y"), ("export.json", "5" * 6000, "00")]
)
def test_the_script_says_how_it_is_called(words: tuple[str, ...]) -> None:
    told = subprocess.run([sys.executable, str(SCRIPT), *words], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stdout) == (1, "")
    assert told.stderr == "usage: verify_export.py EXPORT [SEQUENCE HASH]\n"
