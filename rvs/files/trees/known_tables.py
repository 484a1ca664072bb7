"""Statements of the elements of URDF, MJCF and SDF: the tables of ``known.py``."""

from __future__ import annotations

from collections.abc import Mapping

from rvs.files.trees.known import Says
from rvs.files.trees.mjcf_values import ACTUATORS

URDF_SHAPES = ("box", "cylinder", "sphere", "capsule", "mesh")
URDF: Mapping[str, Says] = {
    "robot": Says(
        "name", "version", "link joint",
        # what other programs add, and what was left of templates
        "material gazebo transmission ros2_control sensor actuators mujoco drake:plant "
        "self_collision_checking loop_joint group group_state end_effector virtual_joint "
        "disable_collisions passive_joint",
    ),
    "link": Says("name", "type", "inertial visual collision", "contact self_collision_checking",
                 "inertial"),
    "inertial": Says("", "", "origin mass inertia", "", "origin mass inertia"),
    "origin": Says("xyz rpy quat_xyzw"),
    "mass": Says("value"),
    "inertia": Says("ixx iyy izz ixy iyz ixz"),
    "visual": Says("", "name", "origin geometry material", "verbose", "origin geometry"),
    "collision": Says("", "name group", "origin geometry", "verbose contact_coefficients",
                      "origin geometry"),
    "geometry": Says("", "", " ".join(URDF_SHAPES), "", " ".join(URDF_SHAPES)),
    "box": Says("size"),
    "cylinder": Says("radius length"),
    "capsule": Says("radius length"),
    "sphere": Says("radius"),
    "mesh": Says("filename scale"),
    "material": Says("name", "", "color", "texture"),
    "color": Says("rgba"),
    "joint": Says(
        "name type", "", "origin parent child axis limit dynamics mimic",
        # of controllers, which keep within the limits
        "calibration safety_controller hardwareInterface",
        "origin parent child axis limit dynamics mimic",
    ),
    "parent": Says("link"),
    "child": Says("link"),
    "axis": Says("xyz"),
    "limit": Says("lower upper effort velocity", "acceleration deceleration jerk"),
    "dynamics": Says("damping friction"),
    # a joint that follows another is named as such
    "mimic": Says("joint", "multiplier offset"),
}  # fmt: skip

POSE = "pos quat euler axisangle xyaxes zaxis"
PARTS = "body frame geom joint freejoint inertial"
ACTUATOR_SAYS = Says(
    "joint jointinparent class gear forcerange forcelimited ctrlrange ctrllimited",
    "name group user kp kv ki ka dampratio timeconst inheritrange dyntype gaintype biastype dynprm "
    "gainprm biasprm actdim actlimited actrange actearly cranklength cranksite slidersite tendon "
    "site refsite body lengthrange delay interp nsample input velrange posrange ffrange slewmax "
    "imax area diameter bias range force scale lmin lmax vmax fpmax fvmax tausmooth gain "
    "instance plugin motorconst resistance nominal inductance cogging controller lugre "
    "thermal",
    "", "config",
)  # fmt: skip
GEOM = Says(
    f"type size fromto mesh mass density shellinertia group contype conaffinity rgba material "
    f"class {POSE}",
    "name adhesion castshadow condim friction gap margin priority solimp solmix solref user "
    "surfacevel hfield fluidshape fluidcoef fitscale",
)
MJCF: Mapping[str, Says] = {
    "mujoco": Says(
        "model", "", "compiler option default asset worldbody actuator equality keyframe tendon",
        "size statistic visual extension custom sensor contact",
    ),
    "compiler": Says(
        "angle eulerseq autolimits coordinate meshdir texturedir assetdir strippath "
        "inertiafromgeom inertiagrouprange exactmeshinertia boundmass boundinertia "
        "balanceinertia settotalmass",
        "alignfree conflict convexhull discardvisual fitaabb fusestatic passthrough savecanonical "
        "savecompiled saveinertial usethread", "", "lengthrange",
    ),
    "option": Says(
        "gravity",
        "timestep apirate impratio tolerance ls_tolerance noslip_tolerance mpr_tolerance "
        "ccd_tolerance sleep_tolerance magnetic o_margin o_solref o_solimp o_friction integrator "
        "collision cone jacobian solver iterations ls_iterations noslip_iterations mpr_iterations "
        "ccd_iterations sdf_iterations sdf_initpoints actuatorgroupdisable", "flag",
    ),
    "flag": Says("gravity", "contact clampctrl warmstart filterparent refsafe sensor override "
                 "energy fwdinv sensornoise multiccd nativeccd island eulerdamp midphase autoreset "
                 "invdiscrete diagexact ipc sleep speculative"),
    "default": Says("class", "", f"default joint geom mesh material equality tendon "
                    f"{' '.join(ACTUATORS)}", "site camera light pair texture"),
    "asset": Says("", "", "mesh", "texture material hfield skin model"),
    "mesh": Says("name class file vertex face scale refpos refquat inertia",
                 "normal texcoord material maxhullvert smoothnormal content_type builtin params",
                 "", "plugin"),
    "material": Says("name class rgba texture", "emission metallic reflectance roughness shininess "
                     "specular texrepeat texuniform", "", "layer"),
    "worldbody": Says("", "", PARTS, "site camera light"),
    "body": Says(f"name childclass {POSE}", "mocap user sleep fuse simple", PARTS,
                 "site camera light"),
    "frame": Says(f"childclass {POSE}", "name", PARTS, "site camera light"),
    "inertial": Says(f"mass diaginertia fullinertia {POSE}"),
    "joint": Says(
        "name class type pos axis ref range limited damping frictionloss armature actuatorfrcrange "
        "actuatorfrclimited joint1 joint2 active",
        "group margin user solimplimit solreflimit solimpfriction solreffriction springref "
        "springyield actuatorgravcomp polycoef solimp solref coef joint",
    ),
    "freejoint": Says("name", "group align"),
    "geom": GEOM,
    "actuator": Says("", "", " ".join(ACTUATORS)),
    **dict.fromkeys(ACTUATORS, ACTUATOR_SAYS),
    "equality": Says("active", "class solimp solref", "joint", ""),
    "keyframe": Says("", "", "key"),
    "key": Says("name qpos", "time qvel act mpos mquat ctrl"),
    "tendon": Says("class", "name group material rgba width user springlength", "spatial fixed"),
    "spatial": Says("class", "name group material rgba width user springlength margin solimplimit "
                    "solreflimit solimpfriction solreffriction springyield",
                    "", "site geom pulley"),
    "fixed": Says("class", "name group user springlength margin solimplimit solreflimit "
                  "solimpfriction solreffriction springyield", "", "joint"),
}  # fmt: skip
MJCF_WHY = {
    **dict.fromkeys(
        ("attach", "composite", "flexcomp", "deformable"), "its additions are not read"
    ),
    **dict.fromkeys(("connect", "weld"), "it closes a loop, and a chain is open"),
    **dict.fromkeys(("stiffness", "springdamper"), "torques are those without springs"),
    "gravcomp": "torques are those of the whole weight",
    **dict.fromkeys(("density", "viscosity", "wind"), "there is no air around a robot here"),
}

SDF_SINGLE = "pose axis parent child limit dynamics inertial mass inertia geometry"
SDF: Mapping[str, Says] = {
    "sdf": Says("version", "", "world model"),
    "world": Says("", "name", "model gravity joint frame",
                  "light physics scene gui plugin state atmosphere wind magnetic_field audio road "
                  "spherical_coordinates population include actor", "gravity"),
    "model": Says("name placement_frame canonical_link", "", "link joint frame model pose",
                  "self_collide allow_auto_disable enable_wind plugin gripper sensor",
                  SDF_SINGLE),
    "pose": Says("relative_to frame degrees rotation_format"),
    "frame": Says("name attached_to", "", "pose", "", SDF_SINGLE),
    "link": Says("name", "", "pose inertial visual collision",
                 "sensor light self_collide kinematic must_be_base_link enable_wind plugin "
                 "velocity_decay projector audio_sink audio_source battery particle_emitter "
                 "gravity", SDF_SINGLE),
    "inertial": Says("auto", "", "pose mass inertia", "density", SDF_SINGLE),
    "mass": Says(),
    "inertia": Says("", "", "", "ixx iyy izz ixy iyz ixz"),
    "visual": Says("", "name", "pose geometry material",
                   "cast_shadows laser_retro transparency visibility_flags meta plugin",
                   SDF_SINGLE),
    "collision": Says("", "name", "pose geometry",
                      "surface laser_retro max_contacts density", SDF_SINGLE),
    "geometry": Says("", "", "box cylinder capsule sphere ellipsoid mesh", "empty"),
    "box": Says("", "", "", "size"),
    "cylinder": Says("", "", "", "radius length"),
    "capsule": Says("", "", "", "radius length"),
    "sphere": Says("", "", "", "radius"),
    "ellipsoid": Says("", "", "", "radii"),
    "mesh": Says("", "optimization", "", "uri scale convex_decomposition"),
    "material": Says("", "", "", "ambient diffuse specular emissive lighting script shader pbr "
                     "render_order double_sided shininess"),
    "joint": Says("name type", "", "pose parent child axis", "physics sensor plugin", SDF_SINGLE),
    "axis": Says("", "", "xyz limit dynamics mimic use_parent_model_frame initial_position", "",
                 SDF_SINGLE),
    "xyz": Says("expressed_in"),
    "use_parent_model_frame": Says(),
    "initial_position": Says(),
    "parent": Says("", "", "", "link"),
    "child": Says("", "", "", "link"),
    "limit": Says("", "", "", "lower upper effort velocity stiffness dissipation"),
    "dynamics": Says("", "", "", "damping friction"),
    "mimic": Says("joint", "axis", "", "multiplier offset reference"),
    "gravity": Says(),
}  # fmt: skip
SDF_WHY = {
    "static": "its joints move here",
    **dict.fromkeys(("spring_stiffness", "spring_reference"), "torques are those without springs"),
    "fluid_added_mass": "there is no fluid around a robot here",
}
