"""The kernels that Connect-4 exports (declared in `exports.py`), and their memory."""

from collections.abc import Callable
from typing import Any, Final

from slidedrop.connect4.engine.exports import SolverExports
from slidedrop.connect4.engine.kernels.memory import EngineMemory, clear_tables, new_memory, set_up
from slidedrop.connect4.engine.kernels.opening_book import derive_book_ply, open_book_ply
from slidedrop.connect4.engine.kernels.opponent import choose_column
from slidedrop.connect4.engine.kernels.positions import load_columns, load_positions, search, set_best_bound
from slidedrop.engine.kernel import NativeBackend

EXPORTS: Final[tuple[Callable[..., Any], ...]] = (
    set_up,
    clear_tables,
    open_book_ply,
    derive_book_ply,
    load_positions,
    load_columns,
    set_best_bound,
    search,
    choose_column,
)
DECLARATION: Final = SolverExports


def memory_of(_program: str) -> EngineMemory:
    """Return the memory of the built engine."""
    return new_memory()


def facts_of(_program: str) -> dict[str, Any]:
    """Return the other facts that the built engine records."""
    return {}


def native_engine() -> SolverExports:
    """Return the engine compiled for this processor."""
    return SolverExports(NativeBackend(new_memory(), EXPORTS))
