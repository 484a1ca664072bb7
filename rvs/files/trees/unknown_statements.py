"""Statements of URDF, MJCF and SDF that RVS does not take into account, each with its line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rvs.files.trees.mjcf_looks import ACTUATORS
from rvs.files.trees.xml import Element, XmlFindings
from rvs.value_class import dataclass

# Words that leave everything as it is without them.
NEUTRAL = ("false", "enable", "auto", "none")
# Kinds of what is passed over that are named.
MOST_KINDS = 30


@dataclass(frozen=True, slots=True)
class Spec:
    """Statements of an element that a format knows; all others are reported.

    Attributes:
        read: Attributes that are read.
        idle: Attributes that affect no number of a robot.
        children: Elements in it that are read.
        apart: Elements in it that affect no number, including their contents.
        once: Children of which only the first is used; a second one is reported.
    """

    read: str = ""
    idle: str = ""
    children: str = ""
    apart: str = ""
    once: str = ""


def report_unknown(
    findings: XmlFindings,
    root: Element,
    table: Mapping[str, Spec],
    why: Mapping[str, str] | None = None,
) -> None:
    """Record the statements of an element and its children that are not in a format's table.

    Args:
        findings: Collector of warnings.
        root: The element.
        table: Known statements of elements, by their names.
        why: Additional words about some elements and attributes, by their names.
    """
    found: dict[tuple[str, str], list[tuple[Element, str]]] = {}
    waiting = [root]
    while waiting:
        element = waiting.pop()
        says = table[element.tag]
        for key, place, words in _unknown(element, says):
            found.setdefault((element.tag, key), []).append((place, words))
        known = says.children.split()
        waiting += (child for child in element.children if child.tag in known)
    kinds = sorted(found.items(), key=lambda one: (one[1][0][0].line, one[1][0][0].column))
    for (_, key), places in kinds[:MOST_KINDS]:
        element, words = places[0]
        more = f", and so are {len(places) - 1} more like it" if len(places) > 1 else ""
        reason = f": {why[key]}" if why and key in why else ""
        findings.warn(element, f"{words} is ignored{more}{reason}")
    if len(kinds) > MOST_KINDS:
        words = f"{len(kinds) - MOST_KINDS} more kinds of elements and attributes"
        findings.warn(root, f"{words} are ignored")


def _unknown(element: Element, says: Spec) -> Iterator[tuple[str, Element, str]]:
    """Yield the attributes and children that an element's table lacks: location, statement."""
    known = f"{says.read} {says.idle}".split()
    for key, value in element.attributes.items():
        plain = not {":", " "} & set(key) and key not in known and not key.startswith("xmlns")
        if plain and not _is_neutral(value):
            yield key, element, f"{key}={value.strip()[:60]!r}"
    expected, seen = f"{says.children} {says.apart}".split(), set()
    for child in element.children:
        if child.tag in seen and child.tag in says.once.split():
            yield child.tag, child, f"of {element}: there is one already, so this one"
        seen.add(child.tag)
        # Names with a colon belong to other programs.
        if child.tag not in expected and ":" not in child.tag and not _is_idle(child):
            yield child.tag, child, f"of {element}: it"


def _is_neutral(value: str) -> bool:
    return all(word.lower() in NEUTRAL or _is_zero(word) for word in value.split())


def _is_zero(word: str) -> bool:
    try:
        return float(word) == 0.0
    except ValueError:
        return False


def _is_idle(element: Element) -> bool:
    """Return whether an element is switched off, or contains only text that means zero or no."""
    if element.get("active") == "false":
        return True
    plain = not element.children and not element.attributes and bool(element.text)
    return plain and _is_neutral(element.text)


URDF_SHAPES = ("box", "cylinder", "sphere", "capsule", "mesh")
URDF: Mapping[str, Spec] = {
    "robot": Spec(
        "name", "version", "link joint",
        # what other programs add, and what was left of templates
        "material gazebo transmission ros2_control sensor actuators mujoco drake:plant "
        "self_collision_checking loop_joint group group_state end_effector virtual_joint "
        "disable_collisions passive_joint",
    ),
    "link": Spec("name", "type", "inertial visual collision", "contact self_collision_checking",
                 "inertial"),
    "inertial": Spec("", "", "origin mass inertia", "", "origin mass inertia"),
    "origin": Spec("xyz rpy quat_xyzw"),
    "mass": Spec("value"),
    "inertia": Spec("ixx iyy izz ixy iyz ixz"),
    "visual": Spec("", "name", "origin geometry material", "verbose", "origin geometry"),
    "collision": Spec("", "name group", "origin geometry", "verbose contact_coefficients",
                      "origin geometry"),
    "geometry": Spec("", "", " ".join(URDF_SHAPES), "", " ".join(URDF_SHAPES)),
    "box": Spec("size"),
    "cylinder": Spec("radius length"),
    "capsule": Spec("radius length"),
    "sphere": Spec("radius"),
    "mesh": Spec("filename scale"),
    "material": Spec("name", "", "color", "texture"),
    "color": Spec("rgba"),
    "joint": Spec(
        "name type", "", "origin parent child axis limit dynamics mimic",
        # of controllers, which keep within the limits
        "calibration safety_controller hardwareInterface",
        "origin parent child axis limit dynamics mimic",
    ),
    "parent": Spec("link"),
    "child": Spec("link"),
    "axis": Spec("xyz"),
    "limit": Spec("lower upper effort velocity", "acceleration deceleration jerk"),
    "dynamics": Spec("damping friction"),
    # a joint that follows another is named as such
    "mimic": Spec("joint", "multiplier offset"),
}  # fmt: skip

POSE = "pos quat euler axisangle xyaxes zaxis"
PARTS = "body frame geom joint freejoint inertial"
ACTUATOR_SAYS = Spec(
    "joint jointinparent class gear forcerange forcelimited ctrlrange ctrllimited",
    "name group user kp kv ki ka dampratio timeconst inheritrange dyntype gaintype biastype dynprm "
    "gainprm biasprm actdim actlimited actrange actearly cranklength cranksite slidersite tendon "
    "site refsite body lengthrange delay interp nsample input velrange posrange ffrange slewmax "
    "imax area diameter bias range force scale lmin lmax vmax fpmax fvmax tausmooth gain "
    "instance plugin motorconst resistance nominal inductance cogging controller lugre "
    "thermal",
    "", "config",
)  # fmt: skip
GEOM = Spec(
    f"type size fromto mesh mass density shellinertia group contype conaffinity rgba material "
    f"class {POSE}",
    "name adhesion castshadow condim friction gap margin priority solimp solmix solref user "
    "surfacevel hfield fluidshape fluidcoef fitscale",
)
MJCF: Mapping[str, Spec] = {
    "mujoco": Spec(
        "model", "", "compiler option default asset worldbody actuator equality keyframe tendon",
        "size statistic visual extension custom sensor contact",
    ),
    "compiler": Spec(
        "angle eulerseq autolimits coordinate meshdir texturedir assetdir strippath "
        "inertiafromgeom inertiagrouprange exactmeshinertia boundmass boundinertia "
        "balanceinertia settotalmass",
        "alignfree conflict convexhull discardvisual fitaabb fusestatic passthrough savecanonical "
        "savecompiled saveinertial usethread", "", "lengthrange",
    ),
    "option": Spec(
        "gravity",
        "timestep apirate impratio tolerance ls_tolerance noslip_tolerance mpr_tolerance "
        "ccd_tolerance sleep_tolerance magnetic o_margin o_solref o_solimp o_friction integrator "
        "collision cone jacobian solver iterations ls_iterations noslip_iterations mpr_iterations "
        "ccd_iterations sdf_iterations sdf_initpoints actuatorgroupdisable", "flag",
    ),
    "flag": Spec("gravity", "contact clampctrl warmstart filterparent refsafe sensor override "
                 "energy fwdinv sensornoise multiccd nativeccd island eulerdamp midphase autoreset "
                 "invdiscrete diagexact ipc sleep speculative"),
    "default": Spec("class", "", f"default joint geom mesh material equality tendon "
                    f"{' '.join(ACTUATORS)}", "site camera light pair texture"),
    "asset": Spec("", "", "mesh", "texture material hfield skin model"),
    "mesh": Spec("name class file vertex face scale refpos refquat inertia",
                 "normal texcoord material maxhullvert smoothnormal content_type builtin params",
                 "", "plugin"),
    "material": Spec("name class rgba texture", "emission metallic reflectance roughness shininess "
                     "specular texrepeat texuniform", "", "layer"),
    "worldbody": Spec("", "", PARTS, "site camera light"),
    "body": Spec(f"name childclass {POSE}", "mocap user sleep fuse simple", PARTS,
                 "site camera light"),
    "frame": Spec(f"childclass {POSE}", "name", PARTS, "site camera light"),
    "inertial": Spec(f"mass diaginertia fullinertia {POSE}"),
    "joint": Spec(
        "name class type pos axis ref range limited damping frictionloss armature actuatorfrcrange "
        "actuatorfrclimited joint1 joint2 active",
        "group margin user solimplimit solreflimit solimpfriction solreffriction springref "
        "springyield actuatorgravcomp polycoef solimp solref coef joint",
    ),
    "freejoint": Spec("name", "group align"),
    "geom": GEOM,
    "actuator": Spec("", "", " ".join(ACTUATORS)),
    **dict.fromkeys(ACTUATORS, ACTUATOR_SAYS),
    "equality": Spec("active", "class solimp solref", "joint", ""),
    "keyframe": Spec("", "", "key"),
    "key": Spec("name qpos", "time qvel act mpos mquat ctrl"),
    "tendon": Spec("class", "name group material rgba width user springlength", "spatial fixed"),
    "spatial": Spec("class", "name group material rgba width user springlength margin solimplimit "
                    "solreflimit solimpfriction solreffriction springyield",
                    "", "site geom pulley"),
    "fixed": Spec("class", "name group user springlength margin solimplimit solreflimit "
                  "solimpfriction solreffriction springyield", "", "joint"),
}  # fmt: skip
MJCF_WHY = {
    **dict.fromkeys(
        ("attach", "composite", "flexcomp", "deformable"), "the elements that it adds are not read"
    ),
    **dict.fromkeys(("connect", "weld"), "it closes a loop, and RVS reads open chains only"),
    **dict.fromkeys(("stiffness", "springdamper"), "torques are computed without springs"),
    "gravcomp": "torques are computed with the full weight",
    **dict.fromkeys(("density", "viscosity", "wind"), "RVS does not model air"),
}

SDF_SINGLE = "pose axis parent child limit dynamics inertial mass inertia geometry"
SDF: Mapping[str, Spec] = {
    "sdf": Spec("version", "", "world model"),
    "world": Spec("", "name", "model gravity joint frame",
                  "light physics scene gui plugin state atmosphere wind magnetic_field audio road "
                  "spherical_coordinates population include actor", "gravity"),
    "model": Spec("name placement_frame canonical_link", "", "link joint frame model pose",
                  "self_collide allow_auto_disable enable_wind plugin gripper sensor",
                  SDF_SINGLE),
    "pose": Spec("relative_to frame degrees rotation_format"),
    "frame": Spec("name attached_to", "", "pose", "", SDF_SINGLE),
    "link": Spec("name", "", "pose inertial visual collision",
                 "sensor light self_collide kinematic must_be_base_link enable_wind plugin "
                 "velocity_decay projector audio_sink audio_source battery particle_emitter "
                 "gravity", SDF_SINGLE),
    "inertial": Spec("auto", "", "pose mass inertia", "density", SDF_SINGLE),
    "mass": Spec(),
    "inertia": Spec("", "", "", "ixx iyy izz ixy iyz ixz"),
    "visual": Spec("", "name", "pose geometry material",
                   "cast_shadows laser_retro transparency visibility_flags meta plugin",
                   SDF_SINGLE),
    "collision": Spec("", "name", "pose geometry",
                      "surface laser_retro max_contacts density", SDF_SINGLE),
    "geometry": Spec("", "", "box cylinder capsule sphere ellipsoid mesh", "empty"),
    "box": Spec("", "", "", "size"),
    "cylinder": Spec("", "", "", "radius length"),
    "capsule": Spec("", "", "", "radius length"),
    "sphere": Spec("", "", "", "radius"),
    "ellipsoid": Spec("", "", "", "radii"),
    "mesh": Spec("", "optimization", "", "uri scale convex_decomposition"),
    "material": Spec("", "", "", "ambient diffuse specular emissive lighting script shader pbr "
                     "render_order double_sided shininess"),
    "joint": Spec("name type", "", "pose parent child axis", "physics sensor plugin", SDF_SINGLE),
    "axis": Spec("", "", "xyz limit dynamics mimic use_parent_model_frame initial_position", "",
                 SDF_SINGLE),
    "xyz": Spec("expressed_in"),
    "use_parent_model_frame": Spec(),
    "initial_position": Spec(),
    "parent": Spec("", "", "", "link"),
    "child": Spec("", "", "", "link"),
    "limit": Spec("", "", "", "lower upper effort velocity stiffness dissipation"),
    "dynamics": Spec("", "", "", "damping friction"),
    "mimic": Spec("joint", "axis", "", "multiplier offset reference"),
    "gravity": Spec(),
}  # fmt: skip
SDF_WHY = {
    "static": "in RVS its joints move",
    **dict.fromkeys(
        ("spring_stiffness", "spring_reference"), "torques are computed without springs"
    ),
    "fluid_added_mass": "RVS does not model fluids",
}
