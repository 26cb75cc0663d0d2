"""What document 001 asks beyond the moves: board files byte for byte, sizes, strange input, record and replay."""

import re
from pathlib import Path
from random import Random
from typing import Final

from slidedrop.editions.checking.cases import keys
from slidedrop.editions.checking.exam import Exam, Typed
from slidedrop.editions.checking.findings import Finding
from slidedrop.editions.checking.printed import read_printed
from slidedrop.twenty48 import Board
from slidedrop.twenty48.notation import write_board

_WAYS: Final = ("Up", "Down", "Left", "Right")
_ROUND: Final = (0, 3, 1, 2, 0, 3)
"""Keys for a record: on any new board three of them move at least, so that replaying them brings new tiles."""
_MOST_AT_START: Final = 8
"""Two tiles of 4: what a board holds to which no tile was ever added."""


def check_files(exam: Exam, random: Random) -> None:
    """Check everything that does not need many games."""
    _sizes(exam, random)
    _strange_input(exam)
    _saved_again(exam)
    _record_and_replay(exam)


def saved_game(exam: Exam, game: Typed, *size: str) -> None:
    """Play a game with -o, from a board file where a start is given, and look at the board that it saves."""
    source, target = exam.folder / "start.board", exam.folder / "end.board"
    target.unlink(missing_ok=True)
    arguments = ["-o", str(target), *size]
    if game.start is not None:
        source.write_text(write_board(game.start.board, game.start.score))
        arguments += ["-i", str(source)]
    referee = exam.play(game._replace(arguments=arguments, last=["q"]))
    if referee.counted and not (referee.lost or referee.ran_out):
        _look_at_file(exam, target, referee.board, referee.score, referee.where)


def _look_at_file(exam: Exam, path: Path, board: Board, score: int, where: str) -> None:
    if not exam.judge("saved", "no board was saved to the file after -o", where, held=path.exists()):
        return
    content = _content(path)
    said = _file_difference(board, score, content)
    exam.judge("file", said, where, board, held=content == write_board(board, score))


def _file_difference(board: Board, score: int, content: str) -> str:
    """Say which line of a board file is not as it should be."""
    expected, found = write_board(board, score).split("\n"), content.split("\n")
    for number, (one, other) in enumerate(zip(expected, found, strict=False), 1):
        if one != other and one.rstrip() == other.rstrip():
            return (
                f"line {number} of the file has the wrong space at its end: it should be {one!a} and is {other[:60]!a}"
            )
        if one != other:
            return f"line {number} of the file should be {one!a} and is {other[:60]!a}"
    return f"the file should have {len(expected) - 1} lines, each with a newline, and has {len(found) - 1}"


def _sizes(exam: Exam, random: Random) -> None:
    for size, real in ((3, 3), (5, 5), (1, 4)):
        answer = exam.talk(["-s", str(size), "-o", str(exam.folder / "size.board")], ["q"])
        boards = read_printed(answer.text, real).boards
        said, where = f"-s {size} brings no board of size {real}", f"a game with -s {size}"
        exam.judge("size", said, where, held=bool(boards))
    saved_game(exam, Typed("a game with -s 3", keys(60, 1, random), size=3), "-s", "3")


def _strange_input(exam: Exam) -> None:
    strange = next(key for key in "xyz5" if key not in exam.words)
    where = f"a game with {strange} typed, then q"
    lines = [f"{re.escape(word)} - Move {way}" for word, way in zip(exam.words, _WAYS, strict=True)]
    controls = re.compile(r"\s*".join(["Controls:", *lines, "q - Quit and Save Board"]))
    answer = exam.talk(["-o", str(exam.folder / "strange.board")], [strange, "q"])
    printed = read_printed(answer.text, 4)
    lead = printed.boards[0].lead if printed.boards else ""
    said = "the controls are not listed as in the document, before the first board and with the prompt '>' after it"
    exam.judge("controls", said, where, held=bool(controls.search(lead)) and ">" in answer.text)
    boards = {shown.board for shown in printed.boards}
    again = len(controls.findall(answer.text)) == 2 and len(boards) == 1
    said = (
        f"after {strange} the controls were not printed again" if len(boards) == 1 else f"{strange} changed the board"
    )
    exam.judge("bad", said, where, printed.boards[-1].board if printed.boards else None, held=again)


def _saved_again(exam: Exam) -> None:
    board = Board.from_rows([(2, 16, 0, 0), (16, 4, 2, 0), (4, 32, 0, 0), (8, 0, 0, 2)])
    source, target = exam.folder / "start.board", exam.folder / "again.board"
    source.write_text(write_board(board, 224))
    exam.talk(["-i", str(source), "-o", str(target)], ["q"])
    said, same = _file_difference(board, 224, _content(target)), _content(target) == _content(source)
    exam.judge("again", said, "a board that was loaded and saved at once", board, held=same)


def _record_and_replay(exam: Exam) -> None:
    log, keys = exam.folder / "keys.log", [exam.words[number] for number in _ROUND]
    all_keys, up, right = "".join(keys), exam.words[0], exam.words[3]
    log.write_text("this is not a log")
    answer = exam.talk(["--record", str(log)], [*keys, "q"])
    content = _content(log)
    said = f"the log holds {content[:30]!a} after a recorded game" + (f"; {answer.trouble}" if answer.trouble else "")
    begun = bool(content.strip()) and "not a log" not in content
    if not exam.judge("record", said, "a game with --record", held=begun):
        return
    recorded = read_printed(answer.text, 4).boards
    where = f"the replay of the keys {all_keys}"
    answer = exam.talk(["--replay", str(log)], [up, right, "q"], more=0.5 * len(_ROUND) + 1)
    boards = read_printed(answer.text, 4).boards
    if not boards:
        exam.judge("replay", f"no board was printed; {answer.trouble or 'it ended'}", where)
        return
    before, replayed = recorded[-1].board if recorded else None, boards[-3:][0].board
    said = f"no tile came while replaying: the tiles add up to {sum(replayed.tiles)}"
    finding = Finding(exam.document.dialogue["replay"], said, where, before=before, found=replayed)
    exam.ledger.judge(finding, held=sum(replayed.tiles) > _MOST_AT_START)
    grown = _content(log)
    same_keys = not content.endswith(all_keys) or grown.endswith(f"{all_keys}{up}{right}")
    said = f"{up} and {right} were played after the replay, and the log ends in {grown[-20:]!a}"
    exam.judge("append", said, where, held=len(grown) > len(content) and same_keys)


def _content(path: Path) -> str:
    """Return the beginning of a file, with any system's ends of lines; nothing where there is no file."""
    content = path.read_bytes()[: 1 << 16] if path.exists() else b""
    return content.replace(b"\r\n", b"\n").decode("utf-8", "replace")
