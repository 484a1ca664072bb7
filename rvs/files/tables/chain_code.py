"""The code of the scripts written by ``chain_write``; it follows the robot's numbers."""

NUMPY = '''"""Kinematics of a serial robot in NumPy."""

import numpy as np

# NUMBERS


def frames(q):
    """Return the poses of the links and the tool in the world for a posture (n,), (n + 1, 4, 4)."""
    pose, found = np.eye(4), []
    for origin, slides, value in zip(ORIGINS[:-1], SLIDES, q):
        motion = np.eye(4)
        if slides:
            motion[2, 3] = value
        else:
            c, s = np.cos(value), np.sin(value)
            motion[:2, :2] = [[c, -s], [s, c]]
        pose = pose @ origin @ motion
        found.append(pose)
    return np.array([*found, pose @ ORIGINS[-1]])


def fkine(q):
    """Return the pose of the tool in the world, (4, 4)."""
    return frames(q)[-1]


def jacobian(q):
    """Return the Jacobian in the world, (6, n): angular velocity of the tool, then its velocity."""
    *links, tool = frames(q)
    columns = []
    for pose, slides in zip(links, SLIDES):
        axis = pose[:3, 2]
        turned = np.cross(axis, tool[:3, 3] - pose[:3, 3])
        columns.append([0, 0, 0, *axis] if slides else [*axis, *turned])
    return np.array(columns).T
'''

NUMPY_MASSES = '''

def torques(q, qd, qdd):
    """Return the torques or forces (n,) of a motion, with friction and drives (Newton-Euler)."""
    links = frames(q)[:-1]
    omega, alpha, point = np.zeros(3), np.zeros(3), np.zeros(3)
    acceleration = -GRAVITY
    loads = []
    for k, pose in enumerate(links):
        axis, arm = pose[:3, 2], pose[:3, 3] - point
        acceleration = acceleration + np.cross(alpha, arm) + np.cross(omega, np.cross(omega, arm))
        if SLIDES[k]:
            acceleration = acceleration + axis * qdd[k] + 2 * np.cross(omega, axis) * qd[k]
        else:
            alpha = alpha + axis * qdd[k] + np.cross(omega, axis) * qd[k]
            omega = omega + axis * qd[k]
        point, turn = pose[:3, 3], pose[:3, :3]
        xx, yy, zz, xy, yz, xz = MOMENTS[k]
        inertia = turn @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ turn.T
        centre = turn @ CENTRES[k]
        swing = np.cross(alpha, centre) + np.cross(omega, np.cross(omega, centre))
        force = MASSES[k] * (acceleration + swing)
        moment = inertia @ alpha + np.cross(omega, inertia @ omega)
        loads.append((point + centre, force, moment))
    found = np.array(ARMATURE * qdd + DAMPING * qd + FRICTION * np.sign(qd))
    for k, pose in enumerate(links):
        axis = pose[:3, 2]
        for centre, force, moment in loads[k:]:
            turned = moment + np.cross(centre - pose[:3, 3], force)
            found[k] += axis @ (force if SLIDES[k] else turned)
    return found
'''

PINOCCHIO = '''"""A serial robot as a model of Pinocchio."""

import numpy as np
import pinocchio as pin

# NUMBERS


def build():
    """Return the model; its frame ``tool`` is the tool."""
    model = pin.Model()
    model.name = NAME
    model.gravity.linear = GRAVITY
    joint = 0
    for k, name in enumerate(JOINTS):
        kind = pin.JointModelPZ() if SLIDES[k] else pin.JointModelRZ()
        bounds = ([values[k]] for values in (EFFORTS, RATES, LOWER, UPPER))
        joint = model.addJoint(
            joint, kind, pin.SE3(ORIGINS[k]), name, *(np.array(one) for one in bounds)
        )
        if "MASSES" in globals():
            xx, yy, zz, xy, yz, xz = MOMENTS[k]
            about = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
            body = pin.Inertia(MASSES[k], CENTRES[k], about)
            model.appendBodyToJoint(joint, body, pin.SE3.Identity())
    model.addFrame(pin.Frame("tool", joint, pin.SE3(ORIGINS[-1]), pin.FrameType.OP_FRAME))
    model.armature = ARMATURE
    model.damping = DAMPING
    model.referenceConfigurations["home"] = HOME
    return model


model = build()
data = model.createData()
'''

RIGID_BODY_TREE = """
robot = rigidBodyTree('DataFormat', 'column');
robot.Gravity = GRAVITY;
parent = robot.BaseName;
for k = 1:numel(JOINTS)
    if SLIDES(k)
        joint = rigidBodyJoint(JOINTS{k}, 'prismatic');
    else
        joint = rigidBodyJoint(JOINTS{k}, 'revolute');
    end
    setFixedTransform(joint, ORIGINS{k});
    joint.JointAxis = [0 0 1];
    joint.PositionLimits = [LOWER(k) UPPER(k)];
    joint.HomePosition = min(max(HOME(k), LOWER(k)), UPPER(k));
    body = rigidBody(sprintf('link%d', k));
    if exist('MASSES', 'var')
        about = MOMENTS{k};
        centre = CENTRES{k};
        body.Mass = MASSES(k);
        body.CenterOfMass = centre;
        % the class expects Ixx Iyy Izz Iyz Ixz Ixy about the origin of the link
        squares = centre.^2;
        mixed = [centre(2)*centre(3) centre(1)*centre(3) centre(1)*centre(2)];
        body.Inertia = [about([1 2 3]) + MASSES(k)*(sum(squares) - squares), ...
                        about([5 6 4]) - MASSES(k)*mixed];
    end
    body.Joint = joint;
    addBody(robot, body, parent);
    parent = body.Name;
end
tool = rigidBody('tool');
setFixedTransform(tool.Joint, ORIGINS{end});
addBody(robot, tool, parent);
"""
