"""Work shared out, on this machine or on several: `docs/how-to/cluster.md`.

    chunks ──►  bundles of half a second  ──►  processes of this machine, or workers of a Dask cluster
    results ◄── each once, in any order; the caller is the only writer

A chunk follows from its seed alone, so that it can be done anywhere and again: by another process where one was killed.
"""
