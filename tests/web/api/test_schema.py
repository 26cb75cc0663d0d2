"""Tests that every answer of the server matches its OpenAPI document and that no request makes it fail.

The requests are generated when they are sent: schemathesis's own `parametrize` would generate them in every process
that collects tests, which takes three seconds each.
"""

from __future__ import annotations

import uuid
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import load_all_checks
from schemathesis.core.result import Ok
from schemathesis.generation.feedback import FeedbackSources
from schemathesis.pytest._test_builder import build_operation_test

from slidedrop.web.app import build
from tests.web.running import Person, drop_record

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.running import LiveServer


class _NoStore:
    """A minimal store, enough to generate the OpenAPI document."""


schema = schemathesis.openapi.from_dict(build(_NoStore()).openapi()).exclude(  # type: ignore[arg-type] # never called
    path=["/api/v1/games/{game}/events", "/api/v1/rooms/{code}/events"]
)
OPERATIONS = {found.ok().label: found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)}


@pytest.fixture(scope="module")
def opened(server: LiveServer) -> dict[str, str]:
    """Return a new game and its token."""
    with Person(server.url) as ann:
        begun = ann.begin(drop_record(4, 4, 1), token=True)
        room = ann.post("/api/v1/rooms", json={"kind": "race"}).json()["code"]
        key = dict(ann.cookies)["slidedrop-key"]
    return {"id": begun["id"], "token": begun["token"], "room": room, "key": key}


@pytest.mark.parametrize("label", OPERATIONS)
def test_every_answer_matches_the_openapi_document(
    label: str, keeper: str, server: LiveServer, opened: dict[str, str]
) -> None:
    if keeper != "sqlite" and not OPERATIONS[label].path.startswith(("/api/v1/games", "/api/v1/claims", "/healthz")):
        return  # no database is asked there
    _requests(label)(server=server, opened=opened)


@cache
def _requests(label: str) -> Callable[..., object]:
    """Return a test with all requests of an operation; cached, because some are generated only once."""
    load_all_checks()
    feedback = FeedbackSources()
    operation = OPERATIONS[label]
    return build_operation_test(
        config=schema.config, operation=operation, test_func=_ask, given_kwargs={}, feedback=feedback
    )


@settings(max_examples=5, suppress_health_check=list(HealthCheck), deadline=None, derandomize=True)
def _ask(case: Any, server: LiveServer, opened: dict[str, str]) -> None:  # noqa: ANN401 - schemathesis has no types
    """Send a request with the tokens of the game and the room, and compare the answer with the OpenAPI document."""
    case.headers = {**(case.headers or {}), "Origin": server.url, "Authorization": f"Bearer {opened['token']}"}
    deletes = (case.method, case.path) == ("DELETE", "/api/v1/games/{game}")  # never the game of the other requests
    if "game" in (case.path_parameters or {}) and not deletes:
        case.path_parameters["game"] = opened["id"]
    if "code" in (case.path_parameters or {}):
        case.path_parameters["code"] = opened["room"]
        case.cookies = {"slidedrop-key": opened["key"]}
    if case.path == "/api/v1/games":
        case.headers.setdefault("Idempotency-Key", uuid.uuid4().hex)
    checks = schemathesis.checks
    answer = case.call(base_url=server.url, timeout=120)  # the first analysis may have to compile
    if answer.status_code != 503:  # on a busy machine the engine may answer that it is busy, which is documented
        case.validate_response(answer, checks=[checks.not_a_server_error])
    assert str(answer.status_code) in {*case.operation.definition.raw["responses"], "405"}, answer.text
    case.operation.validate_response(answer)
