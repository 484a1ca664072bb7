// The viewer: a canvas with the cell, what moves the camera, and the controls around it.

const NARROW = 640;
const USUAL_ASPECT = 1.2;
const HINT = "Drag to orbit, right or Shift drag to pan, wheel to zoom. Keys: arrows orbit, "
  + "with Shift they pan, + and − zoom, F fits, 0 1 3 7 are views, 5 parallel projection, "
  + "X frames, Space plays, R resets.";
const SIDES = { Digit0: "iso", Digit1: "front", Digit3: "right", Digit7: "top" };
const BEHIND = { Digit1: "back", Digit3: "left", Digit7: "bottom" };

// Puts a viewer into an element. `said`: what rvs.export.web.content wrote; `told`: called with the
// postures whenever somebody moves a robot. Returns what a page or a notebook can do with it.
function mountRobotViewer(element, said, told = () => {}) {
  const content = unpacked(said);
  const viewer = new Viewer(element, content, told);
  return {
    content,
    camera: () => viewer.camera,
    postures: () => viewer.postures().map((q) => q.slice()),
    setPostures: (postures) => viewer.takePostures(postures),
    poses: () => viewer.poses(),
    pieces: () => content.pieces.map((one) => product(viewer.poses()[one.node], one.place)),
    frames: () => content.robots.map((robot) => robotFrames(robot, viewer.poses())[0]),
    tools: () => content.robots.map((robot) => robotFrames(robot, viewer.poses())[1]),
    time: () => viewer.time,
    seek: (time) => viewer.seek(time),
    play: () => viewer.play(),
    pause: () => viewer.pause(),
    look: (view) => viewer.look(view),
    key: (event) => viewer.key(event),
    draw: () => viewer.draw(),
    destroy: () => viewer.destroy(),
  };
}

// Numbers of the packed bytes as arrays.
function unpacked(said) {
  const text = atob(said.data), bytes = new Uint8Array(text.length);
  for (let k = 0; k < text.length; k++) bytes[k] = text.charCodeAt(k);
  const table = ({ at, count, width }) => {
    const flat = new Float32Array(bytes.buffer, at, count * width);
    return Array.from({ length: count }, (_, k) => Array.from(flat.subarray(k * width, (k + 1) * width)));
  };
  const column = (one) => table(one).map(([value]) => value);
  const tracks = said.tracks.map((track) => ({
    times: column(track.times), carried: track.carried, poses: table(track.poses),
  }));
  const nodes = said.nodes.map((node) => ({ ...node, track: tracks[node.track] ?? null }));
  const motion = said.motion && {
    ...said.motion, times: column(said.motion.times),
    rows: said.motion.rows.map((rows) => rows && table(rows)),
  };
  return { ...said, data: null, bytes, nodes, motion };
}

class Viewer {
  constructor(element, content, told) {
    this.content = content;
    this.told = told;
    this.canvas = make("canvas", { tabindex: 0, role: "application", "aria-label": content.title,
      "aria-roledescription": "3D view", title: HINT });
    this.labels = make("canvas", { class: "labels", "aria-hidden": "true" });
    this.panel = new Panel(content, this);
    const { motion } = content;
    this.line = motion ? new TimeLine(motion.duration, this) : null;
    this.tools = this.toolbar();
    const view = make("div", { class: "view" }, this.canvas, this.labels, this.tools);
    if (this.line) view.append(this.line.element);
    this.root = make("div", { class: "rvs-viewer" }, view, this.panel.element);
    element.replaceChildren(this.root);
    this.time = content.time;
    this.q = content.robots.map((robot) => robot.q.slice());
    this.playing = false;
    try {
      this.painter = new Painter(this.canvas, content);
    } catch (error) {
      view.replaceChildren(make("p", { class: "failure", role: "alert" }, error.message));
      return;
    }
    this.shows = { ...content.shows };
    this.scheme = matchMedia("(prefers-color-scheme: dark)");
    this.themed = () => this.setTheme(this.chosenTheme ?? (this.scheme.matches ? "dark" : "light"));
    this.scheme.addEventListener("change", this.themed);
    this.themed();
    this.choose(content.active);
    this.painter.setWays(content.robots.map((robot, k) => this.wayOf(robot, k)));
    this.listen();
    this.layOut();
    this.camera = this.firstCamera();
    this.sized = new ResizeObserver(() => this.resize());
    this.sized.observe(this.canvas);
    this.sized.observe(this.root);
    this.resize();
  }

  toolbar() {
    const { views } = SETTINGS, names = Object.keys(views);
    const titles = names.map((name) => views[name].title);
    this.frames = button("Frames", "Frames of the joints (X)", this.content.shows.frames,
      () => this.showFrames(!this.shows.frames));
    const look = chooser("View from", ["View…", ...titles], (k) => {
      if (k > 0) this.look(names[k - 1]);
      look.value = 0;
    });
    return make("div", { class: "tools", role: "toolbar", "aria-label": "View" }, look,
      button("Fit", "Show everything (F)", null, () => this.fit()), this.frames,
      button("◐", "Light or dark", null, () => {
        this.chosenTheme = this.theme === "dark" ? "light" : "dark";
        this.themed();
      }));
  }

  postures() { return this.q; }

  poses() {
    if (this.known !== this.q || this.knownTime !== this.time) {
      [this.known, this.knownTime] = [this.q, this.time];
      this.found = nodePoses(this.content.nodes, this.q, this.time);
    }
    return this.found;
  }

  moveTo(robot, q) {
    this.pause();
    this.q = this.q.map((old, k) => (k === robot ? q.slice() : old));
    this.changed();
    this.told(this.q);
  }

  // Postures from outside: an array for each robot.
  takePostures(postures) {
    this.pause();
    this.q = this.q.map((old, k) => (postures[k]?.length === old.length ? postures[k].slice() : old));
    this.changed();
  }

  choose(robot) {
    this.robot = robot;
    this.panel.build(robot);
    this.changed();
  }

  reset() {
    this.pause();
    this.time = this.content.time;
    this.q = this.content.robots.map((robot) => robot.q.slice());
    this.camera = this.firstCamera();
    this.changed();
    this.told(this.q);
  }

  changed() {
    if (!this.painter) return;
    const robot = this.content.robots[this.robot];
    if (robot) this.panel.show(this.robot, this.q[this.robot], robotFrames(robot, this.poses())[1]);
    this.line?.show(this.time, this.playing);
    this.ask();
  }

  // The motion

  toggle() { if (this.playing) this.pause(); else this.play(); }

  play() {
    if (!this.line || this.playing) return;
    if (this.time >= this.line.duration) this.seek(0);
    this.playing = true;
    let last = performance.now();
    const step = (now) => {
      if (!this.playing) return;
      const { duration, repeats } = this.line;
      const next = this.time + Math.min((now - last) / 1000, 0.1);
      last = now;
      const over = next >= duration;
      this.seek(over && repeats ? next % duration : Math.min(next, duration));
      if (over && !repeats) this.pause(); else this.ticking = requestAnimationFrame(step);
    };
    this.ticking = requestAnimationFrame(step);
    this.line.show(this.time, true);
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    cancelAnimationFrame(this.ticking);
    this.line.show(this.time, false);
    this.told(this.q);
  }

  seek(time) {
    const { motion } = this.content;
    if (!motion) return;
    this.time = clamped(time, 0, motion.duration);
    this.q = this.q.map((old, k) => (motion.rows[k] ? rowAt(motion.times, motion.rows[k], this.time) : old));
    this.changed();
    if (!this.playing) this.told(this.q);
  }

  wayOf(robot, index) {
    const { motion, nodes } = this.content;
    if (!motion?.rows[index]) return null;
    return motion.rows[index].map((q, k) => {
      const postures = this.q.map((old, j) => (j === index ? q : motion.rows[j]?.[k] ?? old));
      const tool = robotFrames(robot, nodePoses(nodes, postures, motion.times[k]))[1];
      return [tool[3], tool[7], tool[11]];
    });
  }

  // The camera

  // As it was saved; from farther away where the view is narrower than it was.
  firstCamera() {
    const { clientWidth, clientHeight } = this.canvas, { camera } = this.content;
    const farther = Math.max(1, (USUAL_ASPECT * clientHeight) / Math.max(clientWidth, 1));
    return { ...camera, distance: camera.distance * farther };
  }

  look(name) {
    const { azimuth, elevation } = SETTINGS.views[name];
    this.camera = { ...this.camera, azimuth, elevation };
    this.fit();
  }

  fit() {
    const poses = this.poses(), points = [];
    for (const { node, place, mesh } of this.content.pieces) {
      const pose = product(poses[node], place), { middle, half } = this.content.meshes[mesh];
      for (let k = 0; k < 8; k++) {
        points.push(moved(pose, middle.map((v, j) => v + (k >> j & 1 ? half[j] : -half[j]))));
      }
    }
    this.camera = fitted(this.camera, points, this.aspect);
    this.ask();
  }

  showFrames(on) {
    this.shows.frames = on;
    this.frames.setAttribute("aria-pressed", String(on));
    this.ask();
  }

  setTheme(name) {
    const { colors } = this.content;
    this.theme = name;
    this.colors = colors.scenes[this.content.background === "paper" ? "paper" : name];
    for (const [key, value] of Object.entries(colors.page[name])) {
      this.root.style.setProperty(`--${key.replaceAll("_", "-")}`, value);
    }
    this.root.style.colorScheme = name;
    this.ask();
  }

  listen() {
    const { canvas } = this, held = new Map();
    const steer = new AbortController();
    this.deaf = () => steer.abort();
    const on = (name, act) => canvas.addEventListener(name, act,
      { signal: steer.signal, passive: false });
    const at = (event) => [event.offsetX, event.offsetY];
    on("contextmenu", (event) => event.preventDefault());
    on("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      canvas.focus({ preventScroll: true });
      held.set(event.pointerId, at(event));
    });
    for (const name of ["pointerup", "pointercancel"]) on(name, (event) => held.delete(event.pointerId));
    on("pointermove", (event) => {
      const old = held.get(event.pointerId);
      if (!old) return;
      const now = at(event), by = [now[0] - old[0], now[1] - old[1]];
      held.set(event.pointerId, now);
      if (held.size === 2) this.pinch([...held], event.pointerId, old, by);
      else if (event.shiftKey || event.buttons & 6) this.pan(...by);
      else this.orbit(...by);
    });
    on("wheel", (event) => {
      event.preventDefault();
      const notches = -event.deltaY / (event.deltaMode === 1 ? 3 : event.deltaMode === 2 ? 1 : 100);
      this.zoom(SETTINGS.notch ** notches, ...at(event));
    });
    on("dblclick", () => this.fit());
    on("keydown", (event) => this.key(event));
  }

  // Two fingers: apart or together zooms, side by side pans.
  pinch(held, id, old, by) {
    const other = held.find(([key]) => key !== id)[1];
    const far = (p) => Math.hypot(p[0] - other[0], p[1] - other[1]) || 1;
    const now = [old[0] + by[0], old[1] + by[1]];
    this.zoom(far(now) / far(old), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
    this.pan(by[0] / 2, by[1] / 2);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = { ArrowLeft: [-20, 0], ArrowRight: [20, 0], ArrowUp: [0, -20], ArrowDown: [0, 20] };
    const { width, height } = this.canvas.getBoundingClientRect();
    const side = (event.shiftKey ? BEHIND : SIDES)[event.code];
    const act = {
      "+": () => this.zoom(SETTINGS.notch, width / 2, height / 2),
      "=": () => this.zoom(SETTINGS.notch, width / 2, height / 2),
      "-": () => this.zoom(1 / SETTINGS.notch, width / 2, height / 2),
      f: () => this.fit(), Home: () => this.fit(), r: () => this.reset(), " ": () => this.toggle(),
      x: () => this.showFrames(!this.shows.frames),
      5: () => { this.camera = { ...this.camera, parallel: !this.camera.parallel }; this.ask(); },
    }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (steps[event.key]) (event.shiftKey ? this.pan : this.orbit).call(this, ...steps[event.key]);
    else if (side) this.look(side);
    else if (act) act();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  orbit(dx, dy) {
    this.camera = orbited(this.camera, -dx * SETTINGS.turn, dy * SETTINGS.turn);
    this.ask();
  }

  pan(dx, dy) {
    this.camera = panned(this.camera, dx, dy, this.canvas.clientHeight);
    this.ask();
  }

  zoom(factor, x, y) {
    this.camera = zoomed(this.camera, factor, x, y, this.canvas.clientWidth, this.canvas.clientHeight);
    this.ask();
  }

  // Drawing

  layOut() {
    this.root.classList.toggle("narrow", this.root.clientWidth < NARROW);
  }

  resize() {
    const { canvas, labels } = this, ratio = window.devicePixelRatio || 1;
    this.layOut();
    const wide = Math.max(1, Math.round(canvas.clientWidth * ratio));
    const high = Math.max(1, Math.round(canvas.clientHeight * ratio));
    if (canvas.width !== wide || canvas.height !== high) {
      [canvas.width, canvas.height, labels.width, labels.height] = [wide, high, wide, high];
    }
    this.aspect = wide / high;
    this.ratio = ratio;
    this.draw();
  }

  ask() {
    this.asked ??= requestAnimationFrame(() => this.draw());
  }

  draw() {
    if (this.asked !== undefined) cancelAnimationFrame(this.asked);
    this.asked = undefined;
    if (!this.painter || !this.sized) return;
    const { shows, colors, camera } = this, poses = this.poses();
    const arrows = shows.frames ? frameArrows(this.content, poses) : [];
    this.painter.draw(poses, { camera, colors, ratio: this.ratio, floor: shows.floor,
      shadow: shows.shadow, ways: shows.trace }, arrows);
    drawLabels(this.labels, shows.labels ? arrows : [], camera, colors, this.ratio);
  }

  destroy() {
    this.pause();
    this.deaf?.();
    this.sized?.disconnect();
    this.scheme?.removeEventListener("change", this.themed);
    this.painter?.gl.getExtension("WEBGL_lose_context")?.loseContext();
    this.root.remove();
  }
}
