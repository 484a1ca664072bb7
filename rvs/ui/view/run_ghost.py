"""A simulated run that is kept beside the one that plays: its robot as a ghost."""

from __future__ import annotations

import numpy as np

from rvs.engine.kinematics import fkine
from rvs.model.state import State
from rvs.scene.annotate.ghost import ghost_items, ghost_name
from rvs.scene.build import robot_solids
from rvs.scene.items import Item
from rvs.ui.desk import Desk
from rvs.ui.work.simulation import Simulations


class RunGhost:
    """Shows where the robot would be at this moment in the run that was kept."""

    def __init__(self, desk: Desk, simulations: Simulations) -> None:
        self._desk, self._simulations = desk, simulations
        desk.viewport.extras.append(self.items)

    def items(self, state: State) -> tuple[Item, ...]:
        """Return the ghost with the name of its run."""
        beside = self._simulations.beside
        placed = None
        if beside is not None:
            placed = next((r for r in state.document.robots if r.id == beside.placed.id), None)
        if beside is None or placed is None:
            return ()
        posture = beside.trajectory.posture(self._desk.playback.own_time)
        mode, background = state.view.mode, state.view.background
        solids = robot_solids(placed, posture, "", mode)
        present = robot_solids(placed, state.postures[placed.id], "", mode)
        tool = (np.asarray(placed.place) @ fkine(placed.robot, np.array(posture)))[:3, 3]
        name = ghost_name(beside.name, tool, True, background)
        return (*ghost_items(solids, present, background), name)
