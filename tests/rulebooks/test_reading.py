"""Reading a rulebook file: what is no file, no text or no TOML, and the fingerprint of what is one."""

from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import pytest

from dealer_app.rulebooks import GAMES, RulebookFaultsError, load_rulebook, read_rulebook_file, read_rulebook_text
from tests.rulebooks.faulty_rulebooks import book_text, change_book, text_faults


@pytest.mark.parametrize("game", GAMES)
class TestApproved:
    def test_the_file_is_in_order_and_names_its_game(self, game: str) -> None:
        assert load_rulebook(game).game == game
        assert text_faults(book_text(game).encode()) == ()

    def test_the_fingerprint_is_the_sha_256_of_the_file(self, game: str) -> None:
        data = (files("resources") / "rulebooks" / f"{game}.toml").read_bytes()
        assert load_rulebook(game).fingerprint == sha256(data).hexdigest()

    def test_a_remark_more_is_another_file(self, game: str) -> None:
        text = book_text(game).encode() + b"# seen\n"
        book = read_rulebook_text(text, "book.toml")
        assert book.fingerprint == sha256(text).hexdigest() != load_rulebook(game).fingerprint
        assert book.layouts == load_rulebook(game).layouts

    def test_a_file_elsewhere_is_read_alike(self, game: str, tmp_path: Path) -> None:
        path = tmp_path / "copy.toml"
        path.write_bytes(book_text(game).encode())
        assert read_rulebook_file(path) == load_rulebook(game)

    def test_nothing_of_it_can_be_changed(self, game: str) -> None:
        with pytest.raises(AttributeError):
            setattr(load_rulebook(game), "fingerprint", "0")  # noqa: B010
        with pytest.raises(AttributeError):
            setattr(load_rulebook(game).layouts[0], "seats", ())  # noqa: B010


class TestNoFile:
    def test_a_missing_file(self, tmp_path: Path) -> None:
        path = tmp_path / "missing.toml"
        with pytest.raises(RulebookFaultsError) as caught:
            read_rulebook_file(path)
        assert caught.value.faults == (f"{path}: cannot be read: No such file or directory",)

    def test_a_folder(self, tmp_path: Path) -> None:
        with pytest.raises(RulebookFaultsError) as caught:
            read_rulebook_file(tmp_path)
        (fault,) = caught.value.faults
        assert fault.startswith(f"{tmp_path}: cannot be read: ")

    def test_faults_of_a_file_begin_with_its_path(self, tmp_path: Path) -> None:
        path = tmp_path / "mine.toml"
        path.write_text(change_book(GAMES[0], ('operator_short = "RWS"\n', "")), encoding="utf-8")
        with pytest.raises(RulebookFaultsError) as caught:
            read_rulebook_file(path)
        assert caught.value.faults == (f"{path}: identity.operator_short: required field missing",)


class TestNoToml:
    @pytest.mark.parametrize(
        ("text", "where"),
        [
            (b"game =", "at end of document"),
            (b'game = "tiger-buffalo-v4"\nhouse = baccarat\n', "line 2"),
            (b"[decks]\nmost = 10\nmost = 10\n", "line 3"),
            (b"[decks]\n[decks]\n", "line 2"),
            (b"[layouts\n", "line 1"),
            (b'{"game": 1}', "line 1"),
        ],
    )
    def test_the_line_is_named(self, text: bytes, where: str) -> None:
        (fault,) = text_faults(text)
        assert where in fault

    @pytest.mark.parametrize("text", [b'game = "\xff"\n', "# Königswette\n".encode("latin-1"), b"\x00\xd8"])
    def test_what_is_not_utf_8_is_told_with_its_byte(self, text: bytes) -> None:
        (fault,) = text_faults(text)
        with pytest.raises(UnicodeDecodeError) as caught:
            text.decode("utf-8")
        assert fault == f"byte {caught.value.start} is not UTF-8 text"

    @pytest.mark.parametrize("game", GAMES)
    def test_a_cut_file_is_never_half_a_rulebook(self, game: str) -> None:
        """Wherever a copy may have stopped before the rulings, which come last."""
        text = book_text(game)
        for end in range(0, text.index("[policies]"), 311):
            assert text_faults(text[:end].encode()), end

    def test_an_empty_file_lacks_everything_at_once(self) -> None:
        missing = {fault.partition(":")[0] for fault in text_faults(b"")}
        assert {
            "game",
            "house",
            "identity",
            "settlement",
            "limits",
            "roles",
            "decisions",
            "policies",
            "rulings",
        } <= missing
