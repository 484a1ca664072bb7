"""Torques and accelerations of 100,000 postures, against Pinocchio's parallel functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from measure import Contest, Missing, gap, run, show
from peers import missing, motions, pinocchio, puma
from threads import with_threads

from rvs.engine import accel, rne

COUNT = 100_000


def contests() -> Sequence[Contest | Missing]:
    """Return what is measured."""
    name = "rne and accel, 100,000 postures"
    if why := missing("pinocchio"):
        return [Missing(name, "Pinocchio", why)]
    import pinocchio as pin

    robot, rows = puma(), motions(COUNT)
    # their rows are columns, and they want to be given the place of the results
    columns = [np.asfortranarray(table.T) for table in rows]
    out = np.asfortranarray(np.empty((6, COUNT)))
    pool = pin.ModelPool(pinocchio(robot), 2)
    found = []
    for threads in (1, 2):
        for ours, theirs in ((rne, pin.rneaInParallel), (accel, pin.abaInParallel)):
            names: dict[str, Any] = {
                "ours": with_threads(ours, threads),
                "theirs": theirs,
                "robot": robot,
                "rows": rows,
                "columns": columns,
                "pool": pool,
                "out": out,
            }
            their_statement = f"theirs({threads}, pool, *columns, out)"

            def agree(ours: Any = ours, names: Any = names, theirs: str = their_statement) -> float:
                eval(theirs, names)
                return gap(ours(robot, *rows), out.T)

            found.append(
                Contest(
                    f"{ours.__name__}, 100,000 postures, {threads} thread{'s' * (threads > 1)}",
                    f"Pinocchio {theirs.__name__}",
                    "ours(robot, *rows)",
                    their_statement,
                    names,
                    agree,
                    bar=12 if threads == 1 else None,
                    count=COUNT,
                )
            )
    return found


if __name__ == "__main__":
    show(run(contests))
