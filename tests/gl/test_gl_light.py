"""The light in GLSL is the light in NumPy."""

from dataclasses import replace
from math import radians

import numpy as np
import pytest

from rvs.bodies.solid import Solid
from rvs.geometry.shapes.revolved import sphere
from rvs.model.appearance.materials import MATERIALS
from rvs.scene.camera import axes, eye, ray
from rvs.scene.light import shade, studio, to_linear

pytestmark = pytest.mark.gl
SIDE = 128
BARE_VERTEX = """#version 330 core
void main() {
    gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
}
"""
CALL = """
uniform samplerBuffer samples;
out vec4 pixel;
void main() {
    int at = 4 * (int(gl_FragCoord.y) * 128 + int(gl_FragCoord.x));
    pixel = vec4(shade(texelFetch(samples, at).xyz, texelFetch(samples, at + 1).xyz,
                       texelFetch(samples, at + 2).xyz, texelFetch(samples, at + 3).xyz), 1.0);
}
"""


def unit(values: np.ndarray) -> np.ndarray:
    return values / np.linalg.norm(values, axis=-1, keepdims=True)


def shaded_by_glsl(rows: np.ndarray) -> np.ndarray:
    """Run the shader's function on every row, on a target of floats."""
    from OpenGL import GL
    from OpenGL.GL import shaders

    from rvs.gl.card.buffers import TexelBuffer
    from rvs.gl.shaders import source

    vao = GL.glGenVertexArrays(1)
    GL.glBindVertexArray(vao)
    program = shaders.compileProgram(
        shaders.compileShader(BARE_VERTEX, GL.GL_VERTEX_SHADER),
        shaders.compileShader(source("light") + CALL, GL.GL_FRAGMENT_SHADER),
    )
    texels, frame, store = TexelBuffer(), GL.glGenFramebuffers(1), GL.glGenRenderbuffers(1)
    texels.fill(rows.astype(np.float32))
    GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, frame)
    GL.glBindRenderbuffer(GL.GL_RENDERBUFFER, store)
    GL.glRenderbufferStorage(GL.GL_RENDERBUFFER, GL.GL_RGBA32F, SIDE, SIDE)
    GL.glFramebufferRenderbuffer(
        GL.GL_FRAMEBUFFER, GL.GL_COLOR_ATTACHMENT0, GL.GL_RENDERBUFFER, store
    )
    GL.glViewport(0, 0, SIDE, SIDE)
    GL.glUseProgram(program)
    texels.bind()
    GL.glDrawArrays(GL.GL_TRIANGLES, 0, 3)
    result = np.empty((SIDE, SIDE, 4), np.float32)
    GL.glReadPixels(0, 0, SIDE, SIDE, GL.GL_RGBA, GL.GL_FLOAT, result)
    GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, 0)
    GL.glDeleteFramebuffers(1, [frame])
    GL.glDeleteRenderbuffers(1, [store])
    GL.glDeleteVertexArrays(1, [vao])
    GL.glUseProgram(0)
    GL.glDeleteProgram(program)
    texels.release()
    return result[..., :3].reshape(-1, 3)


def test_glsl_and_numpy_agree_on_random_surfaces(context) -> None:
    random = np.random.default_rng(7)
    count = SIDE * SIDE
    normals, views = (unit(random.normal(size=(count, 3))) for _ in range(2))
    base, angle = random.random((count, 3)), 0.7
    right = np.array([np.cos(angle), np.sin(angle)])
    names = np.array(list(MATERIALS))[np.arange(count) % len(MATERIALS)]
    rows = np.zeros((count, 4, 4))
    rows[:, 0, :3], rows[:, 1, :3] = studio(normals, right), studio(views, right)
    rows[:, 2, :3] = to_linear(base)
    expected = np.empty((count, 3))
    for name, look in MATERIALS.items():
        chosen = names == name
        rows[chosen, 3, :3] = look.metal, look.rough, look.spec
        expected[chosen] = shade(normals[chosen], views[chosen], base[chosen], look, right)
    assert np.abs(shaded_by_glsl(rows) - expected).max() < 0.6 / 255


@pytest.mark.parametrize("material", ["paint", "metal", "matte", "rubber"])
@pytest.mark.parametrize("parallel", [True, False])
def test_a_sphere_is_lit_as_numpy_lights_it(picture, flat, material, parallel) -> None:
    camera = replace(flat, parallel=parallel, azimuth=radians(35.0), elevation=radians(20.0))
    color = (0.8, 0.5, 0.2, 1.0)
    drawn = picture(Solid(sphere(0.8, 160), np.eye(4), color, material), camera=camera)
    right = axes(camera)[0]
    for x, y in ((100, 100), (70, 60), (130, 120), (60, 110), (110, 50), (150, 90)):
        origin, direction = ray(camera, x + 0.5, y + 0.5, 200, 200)
        along = -origin @ direction
        depth = along - np.sqrt(along**2 - origin @ origin + 0.8**2)
        normal = unit(origin + depth * direction)
        to_eye = -direction if parallel else unit(eye(camera) - 0.8 * normal)
        expected = 255 * shade(normal, to_eye, color[:3], MATERIALS[material], right)
        # facets turn a mirror's picture by a fraction of a degree
        assert drawn[y, x, :3] == pytest.approx(expected, abs=6.0 if material == "metal" else 1.5)


def test_an_uneven_scale_keeps_normals_upright(picture, flat) -> None:
    # an ellipsoid's normal leans away from that of the sphere it was made of
    stretched = np.diag([2.0, 1.0, 1.0, 1.0])
    drawn = picture(Solid(sphere(0.4, 160), stretched, (0.7, 0.7, 0.7, 1), "matte"))
    x, z = 0.5, 0.1
    y = -np.sqrt(0.16 - (x / 2) ** 2 - z**2)
    normal = unit(np.array([x / 4, y, z]))
    expected = 255 * shade(normal, [0, -1, 0], (0.7, 0.7, 0.7), MATERIALS["matte"])
    assert drawn[89, 149, :3] == pytest.approx(expected, abs=2.0)
