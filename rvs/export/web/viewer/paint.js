// Draws the content through a camera with WebGL 2.

const SHADOW_PIXELS = 1024;
// Bytes of a corner: three of its place, two of its normal.
const STRIDE = 10;

class Painter {
  constructor(canvas, content) {
    const gl = canvas.getContext("webgl2", { antialias: true, alpha: false });
    if (!gl) throw new Error("This browser does not offer WebGL 2, which draws the robot.");
    this.gl = gl;
    this.content = content;
    this.programs = {
      solid: program(gl, SOLID_VERTEX, SOLID_FRAGMENT),
      shadow: program(gl, SHADOW_VERTEX, SHADOW_FRAGMENT),
      floor: program(gl, FLOOR_VERTEX, FLOOR_FRAGMENT),
      backdrop: program(gl, BACKDROP_VERTEX, BACKDROP_FRAGMENT),
      way: program(gl, WAY_VERTEX, WAY_FRAGMENT),
    };
    this.meshes = loadMeshes(gl, content);
    this.bare = gl.createVertexArray();
    this.silhouette = silhouettePicture(gl);
    this.ways = content.robots.map(() => null);
    this.poses = null;
  }

  // Where the tool passes: points of each robot in turn, or null.
  setWays(ways) {
    const { gl } = this;
    this.ways = ways.map((points) => {
      if (!points || points.length < 2) return null;
      const vao = gl.createVertexArray(), buffer = gl.createBuffer();
      gl.bindVertexArray(vao);
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(points.flat()), gl.STATIC_DRAW);
      for (const k of [0, 1]) {
        gl.enableVertexAttribArray(k);
        gl.vertexAttribPointer(k, 3, gl.FLOAT, false, 12, 12 * k);
        gl.vertexAttribDivisor(k, 1);
      }
      return { vao, count: points.length - 1 };
    });
  }

  // looks: camera, colors, ratio, floor, shadow, ways; arrows: [pose, axis, mesh].
  draw(poses, looks, arrows) {
    const { gl, content } = this, { camera, colors } = looks;
    const wide = gl.drawingBufferWidth, high = gl.drawingBufferHeight;
    const back = cameraAxes(camera)[2], eye = eyeOf(camera);
    this.seen = {
      to_clip: toClip(camera, wide / high), eye: [...eye, camera.parallel ? 1 : 0], back,
      studio: cameraAxes(camera)[0].slice(0, 2),
    };
    const placed = content.pieces.map((piece) => product(poses[piece.node], piece.place));
    if (looks.floor && looks.shadow && poses !== this.poses) this.castShadows(placed);
    this.poses = looks.floor && looks.shadow ? poses : null;
    gl.viewport(0, 0, wide, high);
    gl.disable(gl.BLEND);
    gl.disable(gl.DEPTH_TEST);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    this.drawBackdrop(camera, colors, wide / high);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.CULL_FACE);
    const [opaque, clear] = [false, true].map((glass) => content.pieces.map((_, k) => k)
      .filter((k) => (content.pieces[k].color[3] < 0.999) === glass));
    this.drawPieces(opaque, placed);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    if (looks.floor) this.drawFloor(looks, camera.parallel ? back[2] : eye[2]);
    const depth = (k) => dot(back, [placed[k][3], placed[k][7], placed[k][11]]);
    this.drawPieces(clear.sort((a, b) => depth(a) - depth(b)), placed);
    if (looks.ways) this.drawWays(looks, wide, high);
    this.drawArrows(arrows, colors);
  }

  drawBackdrop(camera, colors, aspect) {
    const half = Math.tan(camera.fieldOfView / 2);
    this.use("backdrop", {
      lens: [half * aspect, half, Math.sin(camera.elevation), Math.cos(camera.elevation)],
      parallel: camera.parallel ? 1 : 0, sky: colors.sky, horizon: colors.horizon,
    });
    this.drawQuad();
  }

  drawFloor(looks, height) {
    const { gl, content } = this, { colors } = looks, { floor } = content;
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.silhouette.texture);
    gl.depthMask(false);
    gl.disable(gl.CULL_FACE);
    this.use("floor", {
      ...this.seen, disc: [...floor.middle, floor.radius, 0], ground: floor.ground,
      spacing: floor.spacing, ratio: looks.ratio,
      opacity: height > 0 ? 1 : SETTINGS.fromBelow,
      shadow_alpha: looks.shadow ? colors.shadowAlpha : 0, shadow_color: colors.shadow,
      floor_color: colors.floor, grid_color: colors.grid, major_color: colors.gridMajor,
      x_color: colors.x, y_color: colors.y,
    });
    this.drawQuad();
    gl.enable(gl.CULL_FACE);
    gl.depthMask(true);
  }

  drawPieces(which, placed) {
    const used = this.use("solid", this.seen);
    for (const k of which) {
      const { mesh, color, material } = this.content.pieces[k];
      set(this.gl, used, { color, material });
      this.drawMesh(used, mesh, placed[k]);
    }
  }

  // What is behind bodies shows faintly through them.
  drawArrows(arrows, colors) {
    const { gl } = this;
    if (!arrows.length) return;
    const used = this.use("solid", { ...this.seen, material: SETTINGS.annotation });
    for (const [opacity, test] of [[SETTINGS.faint, gl.GREATER], [1, gl.LESS]]) {
      gl.depthFunc(test);
      gl.depthMask(opacity === 1);
      for (const { pose, axis, mesh } of arrows) {
        set(gl, used, { color: [...colors.axes[axis], opacity] });
        this.drawMesh(used, mesh, pose);
      }
    }
  }

  drawWays(looks, wide, high) {
    const { gl } = this;
    gl.disable(gl.CULL_FACE);
    gl.depthMask(false);
    const paint = [...looks.colors.trace, 1];
    this.use("way", { ...this.seen, pixels: [wide / 2, high / 2], wide: 2 * looks.ratio, paint });
    for (const way of this.ways) {
      if (!way) continue;
      gl.bindVertexArray(way.vao);
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, way.count);
    }
    gl.depthMask(true);
    gl.enable(gl.CULL_FACE);
  }

  // Silhouettes one in another: where several lie upon each other the innermost counts.
  castShadows(placed) {
    const { gl, content } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.silhouette.frame);
    gl.viewport(0, 0, SHADOW_PIXELS, SHADOW_PIXELS);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.disable(gl.DEPTH_TEST);
    gl.disable(gl.CULL_FACE);
    gl.enable(gl.BLEND);
    gl.blendEquation(gl.MAX);
    const used = this.use("shadow", { ground: content.floor.ground });
    SETTINGS.rings.forEach((growth, ring) => {
      set(gl, used, { growth, share: (ring + 1) / SETTINGS.rings.length });
      content.pieces.forEach((piece, k) => {
        if (piece.casts) this.drawMesh(used, piece.mesh, placed[k]);
      });
    });
    gl.blendEquation(gl.FUNC_ADD);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }

  drawMesh(used, number, pose) {
    const { gl } = this, mesh = this.meshes[number];
    const [a, b, c, d, e, f, g, h, i, j, k, l] = pose;
    gl.uniformMatrix4fv(used.at.pose, false, [a, e, i, 0, b, f, j, 0, c, g, k, 0, d, h, l, 1]);
    set(gl, used, { middle: mesh.middle, half_size: mesh.half });
    gl.frontFace(determinant(pose) < 0 ? gl.CW : gl.CCW);
    gl.bindVertexArray(mesh.vao);
    gl.drawElements(gl.TRIANGLES, mesh.count, mesh.type, mesh.offset);
  }

  drawQuad() {
    this.gl.bindVertexArray(this.bare);
    this.gl.drawArrays(this.gl.TRIANGLE_STRIP, 0, 4);
  }

  use(name, values) {
    const used = this.programs[name];
    this.gl.useProgram(used.program);
    set(this.gl, used, values);
    return used;
  }
}

// Uniforms by name; a program that does not know one is left alone.
function set(gl, used, values) {
  for (const [name, value] of Object.entries(values)) {
    const at = used.at[name];
    if (at === undefined) continue;
    if (typeof value === "number") gl.uniform1f(at, value);
    else if (value.length === 16) gl.uniformMatrix4fv(at, false, value);
    else gl[`uniform${value.length}fv`](at, value);
  }
}

function program(gl, ...sources) {
  const made = gl.createProgram();
  [gl.VERTEX_SHADER, gl.FRAGMENT_SHADER].forEach((kind, k) => {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, sources[k]);
    gl.compileShader(shader);
    gl.attachShader(made, shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) {
      throw new Error(gl.getShaderInfoLog(shader));
    }
  });
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(made));
  const at = {};
  for (let k = 0; k < gl.getProgramParameter(made, gl.ACTIVE_UNIFORMS); k++) {
    const { name } = gl.getActiveUniform(made, k);
    at[name] = gl.getUniformLocation(made, name);
  }
  return { program: made, at };
}

// All meshes share one buffer, which holds corners and then indices of each.
function loadMeshes(gl, content) {
  const corners = gl.createBuffer(), indices = gl.createBuffer();
  gl.bindBuffer(gl.ARRAY_BUFFER, corners);
  gl.bufferData(gl.ARRAY_BUFFER, content.bytes, gl.STATIC_DRAW);
  gl.bindVertexArray(null);
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices);
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, content.bytes, gl.STATIC_DRAW);
  return content.meshes.map((mesh) => {
    const vao = gl.createVertexArray();
    gl.bindVertexArray(vao);
    gl.bindBuffer(gl.ARRAY_BUFFER, corners);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.SHORT, true, STRIDE, mesh.corners);
    gl.enableVertexAttribArray(1);
    gl.vertexAttribPointer(1, 2, gl.SHORT, true, STRIDE, mesh.corners + 6);
    gl.bindVertexArray(null);
    const type = mesh.wide ? gl.UNSIGNED_INT : gl.UNSIGNED_SHORT;
    return { vao, type, count: mesh.count, offset: mesh.indices,
             middle: mesh.middle, half: mesh.half };
  });
}

function silhouettePicture(gl) {
  const texture = gl.createTexture(), frame = gl.createFramebuffer();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RG8, SHADOW_PIXELS, SHADOW_PIXELS);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  return { texture, frame };
}
