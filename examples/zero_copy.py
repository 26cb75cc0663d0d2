"""Pass observations to torch and JAX without a copy, by DLPack: `python examples/zero_copy.py torch jax`.

Without names it passes them to NumPy itself. NumPy's arrays, torch's tensors and JAX's arrays read the same memory.
Every step returns new arrays, so an array that you store never changes. With `copy=False` the next step writes into the
same memory, and a tensor shows the change.
"""

import importlib
import sys
from typing import Any

import gymnasium
import numpy as np

import slidedrop.lab.envs  # noqa: F401 - registers


def address(array: Any) -> int:  # noqa: ANN401 - of NumPy, torch or JAX
    """Return the address of the first element."""
    if hasattr(array, "data_ptr"):
        return int(array.data_ptr())
    return int(array.ctypes.data if isinstance(array, np.ndarray) else array.unsafe_buffer_pointer())


def whole_rows(seen: Any) -> Any:  # noqa: ANN401 - an array
    """Return the observation with the bytes that pad each row: JAX takes only arrays without gaps.

    A row of Connect-4 takes eight bytes, of which seven are columns: slice `[..., :7]` within your compiled function.
    """
    return np.lib.stride_tricks.as_strided(seen, (*seen.shape[:-1], seen.strides[-2]))


def handed_over(name: str, array: Any) -> Any:  # noqa: ANN401 - as above
    """Return an array in a library's own type."""
    return importlib.import_module("jax.dlpack" if name == "jax" else name).from_dlpack(array)


def main(libraries: list[str]) -> None:
    """Step both games, pass on the observations, and print whether they were copied."""
    for game in ("Twenty48", "Connect4"):
        many = gymnasium.make_vec(f"slidedrop/{game}-v0", num_envs=4096)
        many.reset(seed=1)
        seen, *_ = many.step(np.zeros(4096, dtype=np.int64))
        for name in libraries:
            taken = handed_over(name, whole_rows(seen) if name == "jax" else seen)
            how = "the same memory" if address(taken) == address(seen) else "a copy"
            print(f"{game} to {name}: {tuple(taken.shape)} {taken.dtype}, {how}")


if __name__ == "__main__":
    main(sys.argv[1:] or ["numpy"])
