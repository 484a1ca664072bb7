// The shaders. LIGHT is the one light of the program, NUMBERS what its scenes are made with; both
// are put before this file when a page is made.

const HEAD = `#version 300 es
precision highp float;
uniform mat4 to_clip;
uniform vec4 eye;      // its place; w is 1 in a parallel view
uniform vec3 back;     // direction towards the viewer
`;

const SOLID_VERTEX = `${HEAD}
uniform mat4 pose;
uniform vec3 middle;   // of the mesh, and half its size: corners are -1 to 1
uniform vec3 half_size;
uniform vec2 studio;   // the camera's right in the world
layout(location = 0) in vec3 corner;
layout(location = 1) in vec2 folded;
out vec3 outward;
out vec3 to_eye;

vec3 unfolded(vec2 f) {
  vec3 n = vec3(f, 1.0 - abs(f.x) - abs(f.y));
  if (n.z < 0.0) n.xy = (1.0 - abs(n.yx)) * vec2(n.x < 0.0 ? -1.0 : 1.0, n.y < 0.0 ? -1.0 : 1.0);
  return normalize(n);
}
vec3 in_studio(vec3 d) {
  return vec3(d.x * studio.x + d.y * studio.y, d.y * studio.x - d.x * studio.y, d.z);
}
void main() {
  vec4 world = pose * vec4(middle + corner * half_size, 1.0);
  vec3 x = pose[0].xyz, y = pose[1].xyz, z = pose[2].xyz, n = unfolded(folded);
  // cofactors of the pose turn normals rightly even where it scales unevenly or mirrors
  vec3 turned = cross(y, z) * n.x + cross(z, x) * n.y + cross(x, y) * n.z;
  outward = in_studio(dot(x, cross(y, z)) < 0.0 ? -turned : turned);
  to_eye = in_studio(eye.w > 0.5 ? back : eye.xyz - world.xyz);
  gl_Position = to_clip * world;
}`;

const SOLID_FRAGMENT = `#version 300 es
precision highp float;
${LIGHT}
uniform vec4 color;    // linear, with its opacity
uniform vec3 material; // metal, rough, spec
in vec3 outward;
in vec3 to_eye;
out vec4 pixel;
void main() {
  vec3 seen = shade(normalize(outward), normalize(to_eye), color.rgb, material);
  pixel = vec4(seen, 1.0) * color.a;
}`;

// The silhouette on the floor under a light overhead, grown by a part of the penumbra.
const SHADOW_VERTEX = `#version 300 es
precision highp float;
${NUMBERS}
uniform mat4 pose;
uniform vec3 middle;
uniform vec3 half_size;
uniform vec4 ground;   // middle of the picture, half its size, length of the penumbra
uniform float growth;
layout(location = 0) in vec3 corner;
layout(location = 1) in vec2 folded;
out float height;

vec2 unit(vec2 v) { return v / max(length(v), 1e-6); }

// Along the normal; corners of the mesh's box also along the faces that meet there, so that
// sharp-edged bodies grow on all sides alike.
vec2 outwards(vec3 n) {
  vec2 aside = unit((mat3(pose) * n).xy);
  for (int i = 0; i < 3; i++) {
    if (abs(corner[i]) < 0.999) continue;
    vec2 face = sign(corner[i]) * normalize(pose[i].xyz).xy;
    aside += face * (1.0 - clamp(dot(aside, unit(face)), 0.0, 1.0));
  }
  return aside;
}
void main() {
  vec3 world = (pose * vec4(middle + corner * half_size, 1.0)).xyz;
  vec3 n = vec3(folded, 1.0 - abs(folded.x) - abs(folded.y));
  if (n.z < 0.0) n.xy = (1.0 - abs(n.yx)) * sign(n.xy);
  float up = max(world.z, 0.0);
  height = world.z;
  vec2 fall = world.xy + SHADOW_LIGHT * up;
  fall += growth * (SHADOW_FOOT * ground.w + SHADOW_SPREAD * up) * outwards(n);
  gl_Position = vec4((fall - ground.xy) / ground.z, 0.0, 1.0);
}`;

const SHADOW_FRAGMENT = `#version 300 es
precision highp float;
uniform vec4 ground;
uniform float share;
in float height;
out vec4 pixel;
void main() {
  if (height < -1e-4) discard;
  // how high what casts the shadow is says how soft its steps may be
  pixel = vec4(share, clamp(height / ground.z, 0.0, 1.0), 0.0, 0.0);
}`;

const FLOOR_VERTEX = `${HEAD}
uniform vec4 disc;     // middle, radius
out vec2 at;
void main() {
  at = disc.xy + disc.z * vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - disc.z;
  gl_Position = to_clip * vec4(at, 0.0, 1.0);
}`;

// The disc, two grids and the axes x and y; each line fades towards the horizon.
const FLOOR_FRAGMENT = `#version 300 es
precision highp float;
${NUMBERS}
uniform vec4 disc;
uniform vec4 ground;
uniform vec2 spacing;  // of fine and of coarse lines
uniform float ratio;   // device pixels in one of the page
uniform float opacity;
uniform float shadow_alpha;
uniform vec3 floor_color, grid_color, major_color, x_color, y_color, shadow_color;
uniform sampler2D silhouette;
in vec2 at;
out vec4 pixel;

const vec2 CROWDED = vec2(1.5, 7.0);

float line(float u, float wide, bool skips) {
  float slope = length(vec2(dFdx(u), dFdy(u))), off = abs(u - round(u));
  if (skips && round(u) == 0.0) return 0.0;
  float crowded = skips ? smoothstep(CROWDED.x, CROWDED.y, 1.0 / slope / ratio) : 1.0;
  return crowded * clamp(0.5 * wide * ratio + 0.5 - off / slope, 0.0, 1.0);
}
float grid(float apart) {
  float u = line(at.x / apart, 1.0, true), v = line(at.y / apart, 1.0, true);
  return u + v - u * v;
}
float axis(float across) {
  float slope = length(vec2(dFdx(across), dFdy(across)));
  return clamp(0.75 * ratio + 0.5 - abs(across) / slope, 0.0, 1.0);
}
float shade_here() {
  vec2 uv = (at - ground.xy) / ground.z * 0.5 + 0.5;
  float size = float(textureSize(silhouette, 0).x), steep = texture(silhouette, uv).g;
  float ring = SHADOW_SPREAD * SHADOW_WIDE / SHADOW_RINGS * steep * 0.5;
  vec2 apart = vec2(max(1.25 / size, 0.4 * ring));
  float sum = 0.0;
  for (int i = -2; i <= 2; i++) {
    for (int j = -2; j <= 2; j++) sum += texture(silhouette, uv + vec2(i, j) * apart).r;
  }
  return 1.0 - pow(1.0 - shadow_alpha, SHADOW_RINGS * sum / 25.0);
}
void main() {
  float away = clamp((distance(at, disc.xy) / disc.z - FADE_FROM) / (1.0 - FADE_FROM), 0.0, 1.0);
  float seen = 1.0 - away * away * (3.0 - 2.0 * away);
  vec4 sum = vec4(floor_color, 1.0) * seen;
  float paint = MINOR_ALPHA * seen * seen * grid(spacing.x);
  sum = sum * (1.0 - paint) + vec4(grid_color, 1.0) * paint;
  paint = seen * seen * grid(spacing.y);
  sum = sum * (1.0 - paint) + vec4(major_color, 1.0) * paint;
  paint = AXIS_ALPHA * seen * axis(at.y);
  sum = sum * (1.0 - paint) + vec4(x_color, 1.0) * paint;
  paint = AXIS_ALPHA * seen * axis(at.x);
  sum = sum * (1.0 - paint) + vec4(y_color, 1.0) * paint;
  paint = shade_here();
  sum = sum * (1.0 - paint) + vec4(shadow_color, 1.0) * paint;
  pixel = sum * opacity;
}`;

const BACKDROP_VERTEX = `#version 300 es
out vec2 at;
void main() {
  at = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  gl_Position = vec4(at, 0.0, 1.0);
}`;

const BACKDROP_FRAGMENT = `#version 300 es
precision highp float;
${NUMBERS}
uniform vec4 lens;     // half width and height at distance 1; sine and cosine of the elevation
uniform float parallel;
uniform vec3 sky, horizon;
in vec2 at;
out vec4 pixel;
void main() {
  vec2 slope = at * lens.xy;
  float rise = (slope.y * lens.w - lens.z) * inversesqrt(1.0 + dot(slope, slope));
  float share = parallel > 0.5 ? smoothstep(SCREEN_BAND.x, SCREEN_BAND.y, at.y)
    : smoothstep(BAND.x, BAND.y, rise);
  pixel = vec4(mix(horizon, sky, share), 1.0);
}`;

// One segment of the tool's way in each instance, as wide on the screen everywhere.
const WAY_VERTEX = `${HEAD}
uniform vec2 pixels;   // of half the picture
uniform float wide;
layout(location = 0) in vec3 start;
layout(location = 1) in vec3 end;
void main() {
  vec4 a = to_clip * vec4(start, 1.0), b = to_clip * vec4(end, 1.0);
  vec2 along = (b.xy / b.w - a.xy / a.w) * pixels;
  along = length(along) > 1e-4 ? normalize(along) : vec2(1.0, 0.0);
  bool last = (gl_VertexID & 1) == 1;
  vec4 here = last ? b : a;
  vec2 aside = vec2(-along.y, along.x) * ((gl_VertexID & 2) == 2 ? 1.0 : -1.0);
  vec2 reach = (aside + along * (last ? 0.5 : -0.5)) * 0.5 * wide;
  gl_Position = vec4(here.xy + reach / pixels * here.w, here.zw);
}`;

const WAY_FRAGMENT = `#version 300 es
precision highp float;
uniform vec4 paint;
out vec4 pixel;
void main() { pixel = vec4(paint.rgb, 1.0) * paint.a; }`;
