"""The panels of the window; a new one is a file and a row here."""

from __future__ import annotations

from rvs.ui.actions.needs import HAS_ROBOT
from rvs.ui.help.guide import GuidePanel
from rvs.ui.panel import BOTTOM, LEFT, RIGHT, Panel
from rvs.ui.panels.body_editor import BodyEditor
from rvs.ui.panels.collision import CollisionPanel
from rvs.ui.panels.design import DesignPanel
from rvs.ui.panels.dexterity import DexterityPanel
from rvs.ui.panels.dh_studio import DhStudio
from rvs.ui.panels.history import HistoryPanel
from rvs.ui.panels.joints import JointsPanel
from rvs.ui.panels.library import LibraryPanel
from rvs.ui.panels.marks import MarksPanel
from rvs.ui.panels.messages import MessagesPanel
from rvs.ui.panels.numbers import NumbersPanel
from rvs.ui.panels.path_editor import PathEditor
from rvs.ui.panels.postures import PosturesPanel
from rvs.ui.panels.program import ProgramPanel
from rvs.ui.panels.robot_table import RobotTable
from rvs.ui.panels.robots import RobotsPanel
from rvs.ui.panels.solutions import SolutionsPanel
from rvs.ui.panels.things import ThingsPanel
from rvs.ui.panels.tool import ToolPanel
from rvs.ui.panels.tool_pose import ToolPosePanel
from rvs.ui.panels.trajectory import TrajectoryPanel

PANELS = (
    Panel("library", LibraryPanel, LEFT, shown=True),
    Panel("guide", GuidePanel, LEFT, below="library"),
    Panel(
        "postures",
        PosturesPanel,
        LEFT,
        beside="library",
        shown=True,
        menu="Robot",
        text="Postures",
        keys="Alt+P",
        tip="List the postures that are kept of the robot",
    ),
    Panel(
        "robots",
        RobotsPanel,
        LEFT,
        beside="library",
        menu="Robot",
        text="Robots in the cell",
        keys="Ctrl+B",
        tip="List the robots: which is active, where they stand, names and colors",
    ),
    Panel(
        "marks",
        MarksPanel,
        LEFT,
        beside="library",
        menu="View",
        text="Views and notes",
        keys="Ctrl+Shift+B",
        tip="List bookmarks, notes and measurements",
    ),
    Panel(
        "history",
        HistoryPanel,
        LEFT,
        beside="library",
        menu="Edit",
        text="History",
        keys="Ctrl+H",
        tip="List all steps",
    ),
    Panel("joints", JointsPanel, RIGHT, shown=True),
    Panel("tool_pose", ToolPosePanel, RIGHT, below="joints", shown=True),
    Panel(
        "body_editor",
        BodyEditor,
        RIGHT,
        beside="joints",
        menu="Full model",
        action="edit_model",
        text="Edit full model",
        keys="Alt+M",
        icon="mode_full",
        tip="Add, move, size and paint the parts of the full model",
        needs=HAS_ROBOT,
    ),
    Panel(
        "things",
        ThingsPanel,
        RIGHT,
        beside="joints",
        menu="View",
        text="Work cell",
        keys="Alt+W",
        icon="things",
        tip="What stands around the robots",
    ),
    Panel(
        "collision",
        CollisionPanel,
        RIGHT,
        beside="joints",
        menu="Robot",
        text="Collision",
        keys="Alt+B",
        icon="collision",
        tip="What collides, how near the rest is, and whole motions checked",
    ),
    Panel(
        "solutions",
        SolutionsPanel,
        RIGHT,
        beside="tool_pose",
        menu="Robot",
        text="Inverse kinematics",
        keys="Alt+I",
        icon="branches",
        tip="List all postures that reach the pose of the tool",
        needs=HAS_ROBOT,
    ),
    Panel(
        "dh_studio",
        DhStudio,
        RIGHT,
        beside="tool_pose",
        menu="Robot",
        text="DH studio",
        keys="Alt+D",
        icon="studio",
        tip="How the numbers of a row carry one frame to the next",
        needs=HAS_ROBOT,
    ),
    Panel(
        "dexterity",
        DexterityPanel,
        RIGHT,
        beside="tool_pose",
        menu="Robot",
        text="Dexterity",
        keys="Alt+Y",
        tip="Condition number, manipulability, ellipsoids, singularities",
        needs=HAS_ROBOT,
    ),
    Panel(
        "numbers",
        NumbersPanel,
        RIGHT,
        beside="tool_pose",
        menu="Robot",
        text="Numbers",
        keys="Alt+N",
        tip="The matrices of frames and rows and the Jacobian, to read and copy",
        needs=HAS_ROBOT,
    ),
    Panel(
        "tool",
        ToolPanel,
        RIGHT,
        beside="tool_pose",
        menu="Robot",
        text="End-effector and payload",
        keys="Alt+O",
        icon="gripper",
        tip="Choose what the robot carries and when it takes it",
        needs=HAS_ROBOT,
    ),
    Panel(
        "design",
        DesignPanel,
        RIGHT,
        beside="joints",
        menu="Robot",
        text="Design",
        keys="Alt+N",
        icon="design",
        tip="Make the robot better conditioned, step by step",
        needs=HAS_ROBOT,
    ),
    Panel("messages", MessagesPanel, BOTTOM),
    Panel(
        "robot_table",
        RobotTable,
        BOTTOM,
        beside="messages",
        menu="Robot",
        action="edit_robot",
        text="Edit table",
        keys="Alt+T",
        icon="table",
        tip="Show or hide the Denavit-Hartenberg table",
        needs=HAS_ROBOT,
    ),
    Panel(
        "trajectory",
        TrajectoryPanel,
        BOTTOM,
        beside="messages",
        menu="Trajectory",
        text="Trajectory",
        keys="Ctrl+J",
        icon="trajectory",
        tip="Show or hide the trajectory",
    ),
    Panel(
        "program",
        ProgramPanel,
        BOTTOM,
        beside="messages",
        menu="Trajectory",
        text="Program",
        keys="Ctrl+P",
        icon="program",
        tip="Teach a list of postures and run it",
        needs=HAS_ROBOT,
    ),
    Panel(
        "path_editor",
        PathEditor,
        BOTTOM,
        beside="messages",
        menu="Trajectory",
        text="Path of the tool",
        keys="Ctrl+Shift+J",
        tip="Write a path of lines, arcs, circles, screws and splines",
        needs=HAS_ROBOT,
    ),
)
