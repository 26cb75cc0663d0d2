"""One thread that writes: all jobs that wait are committed together, and each is answered only when it is on disk.

    job job job job ──►  BEGIN  job job job job  COMMIT (one fsync)  ──►  four answers

A disk that needs 10 ms for an fsync would allow a hundred moves a second one by one; together there is no such limit.
"""

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, Final, NamedTuple, TypeVar

from slidedrop.web.store.store import StoreTrouble

Result = TypeVar("Result")
Work = Callable[[sqlite3.Connection], Result]
MOST_TOGETHER: Final = 512


class _Job(NamedTuple):
    work: Work[Any]
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


class _Answer(NamedTuple):
    future: asyncio.Future[Any]
    result: Any
    error: Exception | None


class GroupCommit:
    """A thread with a connection of its own."""

    def __init__(self, connect: Callable[[], sqlite3.Connection], *, writes: bool = True) -> None:
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._connect = connect
        self._writes = writes
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    async def do(self, work: Work[Result]) -> Result:
        """Have the work done and committed; what it raises comes back, and nothing of it stays."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Result] = loop.create_future()
        self._jobs.put(_Job(work, future, loop))
        return await future

    async def close(self) -> None:
        """Do what still waits, then end the thread."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        connection = self._connect()
        going_on = True
        while going_on:
            jobs, going_on = self._waiting()
            _tell(jobs, self._done(connection, jobs))
        connection.close()

    def _waiting(self) -> tuple[list[_Job], bool]:
        """Wait for a job and return it with all others that have come by then; False at the end."""
        jobs: list[_Job] = []
        while not jobs or (len(jobs) < MOST_TOGETHER and not self._jobs.empty()):
            job = self._jobs.get()
            if job is None:
                return jobs, False
            jobs.append(job)
        return jobs, True

    def _done(self, connection: sqlite3.Connection, jobs: list[_Job]) -> list[_Answer]:
        if not jobs:
            return []
        try:
            connection.execute("BEGIN IMMEDIATE" if self._writes else "BEGIN")
            answers = [_apart(connection, job) for job in jobs]
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            return [_Answer(job.future, None, _trouble(error)) for job in jobs]
        return answers


def _apart(connection: sqlite3.Connection, job: _Job) -> _Answer:
    """Do one job so that, where it fails, the others stay."""
    connection.execute("SAVEPOINT job")
    try:
        answer = _Answer(job.future, job.work(connection), None)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is told to the one who asked
        connection.execute("ROLLBACK TO job")
        answer = _Answer(job.future, None, _trouble(error) if isinstance(error, sqlite3.Error) else error)
    connection.execute("RELEASE job")
    return answer


def _trouble(error: sqlite3.Error) -> StoreTrouble:
    return StoreTrouble(f"the database says: {error}")


def _tell(jobs: list[_Job], answers: list[_Answer]) -> None:
    """Wake each event loop once for all its answers."""
    for loop in {job.loop for job in jobs}:
        own = [answer for job, answer in zip(jobs, answers, strict=True) if job.loop is loop]
        if not loop.is_closed():
            loop.call_soon_threadsafe(_settle, own)


def _settle(answers: list[_Answer]) -> None:
    for future, result, error in answers:
        if future.done():
            continue
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)
