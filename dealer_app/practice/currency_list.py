"""The list of who has lately shown what in practice, signed by the key of the folder: for tables that ask for it.

The key lies in a file of its own beside the journal; its public half is in the journal, and two people put it into the
settings of a live station. Who has no badge cannot be known at a table, and is not on the list.
"""

from hashlib import sha256
from pathlib import Path

from nacl.signing import SigningKey

from dealer_app import private_files
from dealer_app.journal.codec import decode
from dealer_app.journal.reader import open_reader
from dealer_app.practice.exam_results import ExamAnswer, grade_exam, is_at_standard
from dealer_app.practice.folder import PracticeFolder
from dealer_app.practice.grading import GRADE_RULE
from dealer_app.practice_events import (
    CurrencyKeyMade,
    CurrencyListed,
    GradeRuleSet,
    PracticeAnswered,
    PracticeMode,
    PracticeSessionBegan,
    PracticeSessionEnded,
    RoundAnswered,
)
from dealer_app.station.practice_list import EXAM, CurrencyList, ShownSkill, sign_currency_list

KEY_FILE = "currency.key"
_COUNTED = frozenset(
    {
        "practice-answered",
        "round-answered",
        "practice-session-began",
        "practice-session-ended",
        "grade-rule-set",
    }
)


class CurrencyKeyError(Exception):
    """The file of the key is gone, or is not that of which the journal speaks: the reason in a sentence."""


def open_key(folder: PracticeFolder, seed: bytes, trainer: str = "") -> SigningKey:
    """The key of the folder; the first time it is made of the seed, 32 bytes of chance. Raises CurrencyKeyError."""
    path, known = folder.path / KEY_FILE, folder.state.currency_key
    if not known:
        key = SigningKey(seed)
        try:
            private_files.write_text(path, key.encode().hex() + "\n")
        except OSError as problem:
            raise CurrencyKeyError(f"{path} cannot be written: {problem.strerror}.") from problem
        folder.record(CurrencyKeyMade(key=public_half(key), trainer=trainer))
        return key
    try:
        key = SigningKey(bytes.fromhex(path.read_text(encoding="ascii")))
    except (OSError, ValueError) as problem:
        raise CurrencyKeyError(
            f"The key {path} cannot be read. Put it back from a copy, or make another one with --new-key."
        ) from problem
    if public_half(key) != known:
        raise CurrencyKeyError(f"The key {path} is not that of this folder. Put it back, or make one with --new-key.")
    return key


def replace_key(folder: PracticeFolder, seed: bytes, trainer: str = "") -> SigningKey:
    """Another key from now on: tables refuse its lists until two people have put its public half into their settings.

    Raises CurrencyKeyError.
    """
    key = SigningKey(seed)
    try:
        private_files.write_text(folder.path / KEY_FILE, key.encode().hex() + "\n")
    except OSError as problem:
        raise CurrencyKeyError(f"{folder.path / KEY_FILE} cannot be written: {problem.strerror}.") from problem
    folder.record(CurrencyKeyMade(key=public_half(key), trainer=trainer))
    return key


def public_half(key: SigningKey) -> str:
    """As it is put into the settings of a station."""
    return key.verify_key.encode().hex()


def make_currency_file(folder: PracticeFolder, key: SigningKey, trainer: str = "") -> tuple[bytes, CurrencyList]:
    """The signed list as of now; that it was made is in the journal before anybody has it. Raises JournalError."""
    made = folder.now().utc
    badges = {each.trainee: each.badge.strip().upper() for each in folder.trainees.values() if each.badge.strip()}
    known = {number: badge for number, badge in badges.items() if number in folder.state.trainees}
    listed = CurrencyList(made=made, shown=_find_shown(folder.path, known))
    data = sign_currency_list(listed, key)
    digest = sha256(data).hexdigest()
    folder.record(CurrencyListed(made=made, rows=len(listed.shown), digest=digest, trainer=trainer))
    return data, listed


def _find_shown(path: Path, badges: dict[str, str]) -> tuple[ShownSkill, ...]:
    """By badge, game and skill when it was last right at the first try, in time and without a hint; exams that were sat
    to their end, with the rule of grades of then.
    """
    shown: dict[tuple[str, str, str], int] = {}
    games: dict[int, str] = {}
    exams: dict[int, list[ExamAnswer]] = {}
    rule = GRADE_RULE

    def note(trainee: str, game: str, skill: str, at: int) -> None:
        row = badges[trainee], game, skill
        shown[row] = max(at, shown.get(row, 0))

    reader = open_reader(path)
    try:
        for entry in reader.entries():
            if entry.name not in _COUNTED:
                continue
            match decode(entry, reader.read_sealed):
                case GradeRuleSet(rule=other):
                    rule = other
                case PracticeSessionBegan() as began:
                    games[began.session] = began.book
                    if began.mode is PracticeMode.EXAM and began.trainee in badges:
                        exams[began.session] = []
                case PracticeAnswered() | RoundAnswered() as answer if answer.trainee in badges:
                    if answer.session in exams:
                        exams[answer.session].append(answer)
                    if answer.skill and _is_shown(answer):
                        note(answer.trainee, games[answer.session], answer.skill, answer.at)
                case PracticeSessionEnded(session=session, interrupted=interrupted) if session in exams:
                    answers = exams.pop(session)
                    if answers and not interrupted and is_at_standard(grade_exam(answers, rule)):
                        note(answers[0].trainee, games[session], EXAM, entry.utc)
                case _:
                    pass
    finally:
        reader.close()
    return tuple(
        ShownSkill(badge=badge, game=game, skill=skill, at=at) for (badge, game, skill), at in sorted(shown.items())
    )


def _is_shown(answer: ExamAnswer) -> bool:
    in_time = answer.milliseconds <= answer.limit_seconds * 1000
    return answer.right and answer.first_try and in_time and not answer.hints
