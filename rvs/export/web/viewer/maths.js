// Poses, chains of joints and cameras. A pose is three rows of four numbers in one array of 12;
// the world is right-handed with z up, lengths are metres, angles radians.

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

function product(a, b) {
  const c = new Array(12);
  for (let r = 0; r < 12; r += 4) {
    for (let k = 0; k < 4; k++) {
      c[r + k] = a[r] * b[k] + a[r + 1] * b[4 + k] + a[r + 2] * b[8 + k] + (k === 3 ? a[r + 3] : 0);
    }
  }
  return c;
}

function moved(pose, [x, y, z]) {
  return [0, 4, 8].map(
    (r) => pose[r] * x + pose[r + 1] * y + pose[r + 2] * z + pose[r + 3]);
}

// A turn about z and a slide along it.
function screw(angle, slide) {
  const c = Math.cos(angle), s = Math.sin(angle);
  return [c, -s, 0, 0, s, c, 0, 0, 0, 0, 1, slide];
}

function shifted(pose, [x, y, z]) {
  const c = pose.slice();
  c[3] += x; c[7] += y; c[11] += z;
  return c;
}

function mixed(a, b, share) {
  return a.map((value, k) => value + share * (b[k] - value));
}

function determinant(m) {
  return m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8])
    + m[2] * (m[4] * m[9] - m[5] * m[8]);
}

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const clamped = (x, low, high) => Math.min(Math.max(x, low), high);

// The number of the last of rising times that is not after t.
function before(times, t) {
  let low = 0, high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= t) low = middle; else high = middle - 1;
  }
  return low;
}

// Joint values at a time: a row, or what lies between two.
function rowAt(times, rows, t) {
  const k = before(times, t);
  if (k + 1 >= rows.length || t <= times[k]) return rows[k];
  return mixed(rows[k], rows[k + 1], (t - times[k]) / (times[k + 1] - times[k]));
}

// Where something is that a hand takes, releases or moves: in the frame that carries it then.
function trackAt(track, t) {
  const k = before(track.times, t);
  const next = k + 1;
  if (next >= track.times.length || t <= track.times[k] || track.carried[k] !== track.carried[next]) {
    return [track.carried[k], track.poses[k]];
  }
  const share = (t - track.times[k]) / (track.times[next] - track.times[k]);
  return [track.carried[k], mixed(track.poses[k], track.poses[next], share)];
}

// The world poses of all nodes: X = X_parent · place · M(q), a product along each chain.
function nodePoses(nodes, postures, time) {
  const found = [];
  for (const node of nodes) {
    let local = node.place;
    let parent = node.parent;
    if (node.track) {
      const [carried, pose] = trackAt(node.track, time);
      local = pose;
      if (carried) parent = node.carrier;
    } else if (node.drift) {
      const by = postures[node.robot][node.joint] - node.from;
      local = shifted(local, node.drift.map((one) => one * by));
    } else if (node.joint >= 0) {
      const q = postures[node.robot][node.joint] + node.offset;
      local = product(local, screw(node.turn * q, node.slide * q));
    }
    found.push(parent < 0 ? local : product(found[parent], local));
  }
  return found;
}

// The frames 0 to n of a robot, and that of its tool.
function robotFrames(robot, poses) {
  const frames = [poses[robot.first]];
  robot.after.forEach((after, k) => frames.push(product(poses[robot.first + 1 + k], after)));
  return [frames, product(frames[frames.length - 1], robot.tool)];
}

// Turns about the fixed x, then y, then z axis that make an orientation, R = Rz Ry Rx.
function fixedTurns(pose) {
  const flat = Math.hypot(pose[0], pose[4]), about_y = Math.atan2(-pose[8], flat);
  if (flat < 1e-9) return [Math.atan2(-pose[6], pose[5]), about_y, 0];
  return [Math.atan2(pose[9], pose[10]), about_y, Math.atan2(pose[4], pose[0])];
}

// Rows: the eye's right, up and backward directions in the world.
function cameraAxes(camera) {
  const ca = Math.cos(camera.azimuth), sa = Math.sin(camera.azimuth);
  const ce = Math.cos(camera.elevation), se = Math.sin(camera.elevation);
  return [[-sa, ca, 0], [-se * ca, -se * sa, ce], [ce * ca, ce * sa, se]];
}

function eyeOf(camera) {
  const back = cameraAxes(camera)[2];
  return camera.target.map((value, k) => value + camera.distance * back[k]);
}

function halfHeight(camera) {
  return camera.distance * Math.tan(camera.fieldOfView / 2);
}

// From the world to clip coordinates, column after column as WebGL takes it.
function toClip(camera, aspect) {
  const axes = cameraAxes(camera), eye = eyeOf(camera), half = halfHeight(camera);
  const far = SETTINGS.far * camera.distance;
  const near = camera.parallel ? -far : SETTINGS.near * camera.distance;
  const rows = axes.map((axis) => [...axis, -dot(axis, eye)]);
  const zoom = camera.parallel ? 1 / half : camera.distance / half;
  const [a, b] = camera.parallel
    ? [-2 / (far - near), -(far + near) / (far - near)]
    : [-(far + near) / (far - near), -2 * far * near / (far - near)];
  const depth = rows[2].map((value, k) => a * value + (k === 3 ? b : 0));
  const w = camera.parallel ? [0, 0, 0, 1] : rows[2].map((value) => -value);
  const clip = [rows[0].map((v) => v * zoom / aspect), rows[1].map((v) => v * zoom), depth, w];
  return new Float32Array([0, 1, 2, 3].flatMap((k) => clip.map((row) => row[k])));
}

// Pixels right and down of a point, and its depth along the view.
function projected(camera, point, width, height) {
  const eye = eyeOf(camera), from = point.map((value, k) => value - eye[k]);
  const [x, y, z] = cameraAxes(camera).map((axis) => dot(axis, from));
  const size = 2 * (camera.parallel ? halfHeight(camera)
    : Math.max(-z, 1e-9) * Math.tan(camera.fieldOfView / 2)) / height;
  return [width / 2 + x / size, height / 2 - y / size, -z];
}

function orbited(camera, turn, tilt) {
  const elevation = clamped(camera.elevation + tilt, -Math.PI / 2, Math.PI / 2);
  return { ...camera, azimuth: camera.azimuth + turn, elevation };
}

function panned(camera, dx, dy, height) {
  const [right, up] = cameraAxes(camera), scale = 2 * halfHeight(camera) / height;
  const target = camera.target.map((v, k) => v + scale * (dy * up[k] - dx * right[k]));
  return { ...camera, target };
}

// Nearer by a factor above 1, or away; what lies under the pixel stays there.
function zoomed(camera, factor, x, y, width, height) {
  const distance = clamped(camera.distance / factor, 1e-4, 1e5);
  const kept = 1 - distance / camera.distance, scale = 2 * halfHeight(camera) / height;
  const [right, up] = cameraAxes(camera);
  const across = kept * (x - width / 2) * scale, along = kept * (height / 2 - y) * scale;
  const target = camera.target.map((v, k) => v + across * right[k] + along * up[k]);
  return { ...camera, target, distance };
}

// Moved without a turn, so that points fill the picture with a margin.
function fitted(camera, points, aspect) {
  if (!points.length) return camera;
  const axes = cameraAxes(camera), seen = points.map((p) => axes.map((axis) => dot(axis, p)));
  const middle = [0, 1, 2].map((k) => {
    const values = seen.map((p) => p[k]);
    return (values.reduce((a, b) => Math.min(a, b)) + values.reduce((a, b) => Math.max(a, b))) / 2;
  });
  const slope = Math.tan(camera.fieldOfView / 2) / SETTINGS.margin;
  let distance = 1e-3;
  for (const p of seen) {
    const reach = Math.max(Math.abs(p[0] - middle[0]) / aspect, Math.abs(p[1] - middle[1])) / slope;
    distance = Math.max(distance, reach + (camera.parallel ? 0 : p[2] - middle[2]));
  }
  const target = [0, 1, 2].map((k) => middle.reduce((sum, v, j) => sum + v * axes[j][k], 0));
  return { ...camera, target, distance };
}
