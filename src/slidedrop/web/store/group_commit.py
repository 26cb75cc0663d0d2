"""Threads with database connections for the event loop: all waiting jobs share one commit.

    job job job job ──►  BEGIN  job job job job  COMMIT (one fsync)  ──►  four answers

With 10 ms per fsync, single commits would allow only a hundred moves per second.
"""

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from typing import Any, Final, Generic, NamedTuple, TypeVar

from slidedrop.web.store.store import StoreTrouble, Trouble

Connection = TypeVar("Connection")
Job = TypeVar("Job")
Result = TypeVar("Result")
Work = Callable[[Any], Result]
MOST_TOGETHER: Final = 512
_TROUBLES: Final = {
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_BUSY: Trouble.LOCKED,
    sqlite3.SQLITE_CORRUPT: Trouble.DAMAGED,
    sqlite3.SQLITE_NOTADB: Trouble.DAMAGED,
}


class _Job(NamedTuple):
    job: Any
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


class BatchWorker(Generic[Connection, Job]):
    """Threads with one queue; `carry_out` runs some jobs and returns a result or error for each."""

    def __init__(
        self,
        connect: Callable[[], Connection],
        carry_out: Callable[[Connection, list[Job]], list[Any]],
        *,
        threads: int = 1,
        together: int = MOST_TOGETHER,
    ) -> None:
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._carry_out = carry_out
        self._together = together
        self._threads = [
            threading.Thread(target=self._run, args=(connect,), name="store", daemon=True) for _ in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    async def ask(self, job: Job) -> Any:  # noqa: ANN401 - each job has a result of its own
        """Run a job; its error is raised here."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self._queue.put(_Job(job, future, loop))
        return await future

    async def close(self) -> None:
        for _ in self._threads:
            self._queue.put(None)
        for thread in self._threads:
            await asyncio.to_thread(thread.join)

    def _run(self, connect: Callable[[], Any]) -> None:
        connection = connect()
        is_open = True
        while is_open:
            asked, is_open = self._waiting()
            if asked:
                _deliver(asked, self._answers(connection, [each.job for each in asked]))
        connection.close()

    def _answers(self, connection: Connection, jobs: list[Job]) -> list[Any]:
        try:
            return self._carry_out(connection, jobs)
        except Exception as error:  # noqa: BLE001 - a thread that dies would leave everyone waiting for ever
            return [error for _ in jobs]

    def _waiting(self) -> tuple[list[_Job], bool]:
        """Wait for jobs and return all that are queued; False at the end."""
        asked: list[_Job] = []
        while not asked or (len(asked) < self._together and not self._queue.empty()):
            each = self._queue.get()
            if each is None:
                return asked, False
            asked.append(each)
        return asked, True


class GroupCommit(BatchWorker[sqlite3.Connection, Work[Any]]):
    """One thread for SQLite: a failed job does not affect the others, and all share one commit."""

    def __init__(
        self,
        connect: Callable[[], sqlite3.Connection],
        *,
        writes: bool = True,
        guard: Callable[[], object] = lambda: None,
    ) -> None:
        """Commit jobs; `guard` raises StoreTrouble if nothing may be written."""
        super().__init__(connect, partial(_together, guard, "BEGIN IMMEDIATE" if writes else "BEGIN"))

    async def do(self, work: Work[Result]) -> Result:
        """Run and commit the work; after an error nothing is stored."""
        result: Result = await self.ask(work)
        return result


def _together(
    guard: Callable[[], object], begin: str, connection: sqlite3.Connection, jobs: list[Work[Any]]
) -> list[Any]:
    try:
        guard()
        connection.execute(begin)
        answers = [_run_in_savepoint(connection, job) for job in jobs]
        connection.execute("COMMIT")
    except (sqlite3.Error, StoreTrouble) as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        return [trouble_of(error) for _ in jobs]
    return answers


def _run_in_savepoint(connection: sqlite3.Connection, job: Work[Any]) -> Any:  # noqa: ANN401 - each job has a result of its own
    connection.execute("SAVEPOINT job")
    try:
        answer = job(connection)
    except Exception as error:  # noqa: BLE001 - whatever it is, the caller gets it
        connection.execute("ROLLBACK TO job")
        answer = trouble_of(error) if isinstance(error, sqlite3.Error) else error
    connection.execute("RELEASE job")
    return answer


def trouble_of(error: sqlite3.Error | StoreTrouble) -> StoreTrouble:
    """Return the store's error for an error of SQLite."""
    if isinstance(error, StoreTrouble):
        return error
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)  # some errors are the module's own
    return StoreTrouble(f"the database says: {error}", _TROUBLES.get(code & 0xFF, Trouble.OTHER))


def _deliver(asked: list[_Job], answers: list[Any]) -> None:
    """Wake each event loop once with all its answers."""
    for loop in {each.loop for each in asked}:
        own = [(each.future, answer) for each, answer in zip(asked, answers, strict=True) if each.loop is loop]
        if not loop.is_closed():
            loop.call_soon_threadsafe(_resolve, own)


def _resolve(answers: list[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, answer in answers:
        if future.done():
            continue
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)
