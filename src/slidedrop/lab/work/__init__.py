"""Work in several processes, on one machine or on several: `docs/how-to/cluster.md`.

    chunks ──►  bundles of half a second  ──►  processes of this machine, or workers of a Dask cluster
    results ◄── each once, in any order; the caller is the only writer

A chunk depends only on its seed, so any process can compute it, and repeat it after another was killed.
"""
