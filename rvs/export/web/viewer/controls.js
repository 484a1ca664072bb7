// What stands beside and below the view: sliders of the joints, postures, the tool, the motion.

const DEGREE = Math.PI / 180;

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

function button(title, tip, pressed, act) {
  const state = pressed === null ? {} : { "aria-pressed": String(pressed) };
  return make("button", { type: "button", title: tip, onclick: act, ...state }, title);
}

function chooser(title, options, act) {
  const select = make("select", { "aria-label": title, title });
  options.forEach((words, k) => select.append(make("option", { value: k }, words)));
  select.addEventListener("change", () => act(Number(select.value)));
  return select;
}

const shown = (value, decimals) => (Math.abs(value) < 0.5 * 10 ** -decimals ? 0 : value)
  .toFixed(decimals).replace("-", "\u2212");

// One joint: its name, a field for its value, a slider between its limits.
class JointRow {
  constructor(joint, unit, act) {
    Object.assign(this, joint.turns
      ? { size: DEGREE, symbol: "°", decimals: 1 }
      : { size: unit.size, symbol: unit.symbol, decimals: unit.decimals });
    this.joint = joint;
    const [low, high] = [joint.lower / this.size, joint.upper / this.size];
    const told = (value) => act(clamped(value * this.size, joint.lower, joint.upper));
    const name = `${joint.name} in ${joint.turns ? "degrees" : unit.symbol}`;
    this.field = make("input", {
      type: "number", step: "any", "aria-label": name, disabled: joint.locked,
      onchange: () => {
        const typed = this.field.value.trim() === "" ? NaN : Number(this.field.value);
        if (Number.isFinite(typed)) told(typed);
        this.say(this.q / this.size);
      },
      onkeydown: (event) => event.stopPropagation(),
    });
    this.slider = make("input", {
      type: "range", min: low, max: high, step: (high - low) / 2000, "aria-label": name,
      disabled: joint.locked, oninput: () => told(Number(this.slider.value)),
    });
    const end = (value) => make("span", {
      class: "end", title: joint.assumed ? "The robot names no limit here" : "Limit of the joint",
    }, joint.assumed ? "" : String(Number(value.toPrecision(4))).replace("-", "\u2212"));
    this.element = make("div", { class: "joint" },
      make("span", { class: "name" }, joint.name, joint.locked ? " (locked)" : ""),
      make("span", { class: "value" }, this.field, make("span", { class: "unit" }, this.symbol)),
      make("span", { class: "track" }, end(low), this.slider, end(high)));
  }

  say(value) {
    this.field.value = (Math.abs(value) < 1e-9 ? 0 : value).toFixed(this.decimals);
  }

  show(q) {
    const value = q / this.size, near = 1e-6 * (this.joint.upper - this.joint.lower);
    this.q = q;
    // What is being typed is left alone.
    if (document.activeElement !== this.field || !this.field.matches(":focus-visible")) {
      this.say(value);
    }
    this.slider.value = value;
    this.slider.setAttribute("aria-valuetext", `${shown(value, this.decimals)} ${this.symbol}`);
    const ends = !this.joint.assumed
      && (q - this.joint.lower < near || this.joint.upper - q < near);
    this.element.classList.toggle("at-limit", ends);
  }
}

// The panel beside the view. `viewer` answers postures(), moveTo(robot, q), choose(robot), reset().
class Panel {
  constructor(content, viewer) {
    this.content = content;
    this.viewer = viewer;
    this.rows = make("div", { class: "joints" });
    this.named = make("div", { class: "line" });
    this.tool = make("dl", { class: "tool", "aria-label": "Pose of the tool" });
    const robots = content.robots.map((robot) => robot.name);
    this.robot = robots.length > 1
      ? chooser("Robot", robots, (k) => viewer.choose(k)) : make("h2", {}, robots[0] ?? "");
    this.element = make("section", { class: "panel", "aria-label": "Joints" },
      make("div", { class: "line head" }, this.robot,
        button("Reset", "As it was saved (R)", null, () => viewer.reset())),
      this.named, this.rows, this.tool);
    if (!robots.length) this.element.hidden = true;
  }

  build(index) {
    const robot = this.content.robots[index];
    if (!robot) return;
    if (this.robot.tagName === "SELECT") this.robot.value = index;
    this.joints = robot.joints.map((joint, k) => new JointRow(joint, robot.unit, (value) => {
      const q = this.viewer.postures()[index].slice();
      q[k] = value;
      this.viewer.moveTo(index, q);
    }));
    this.rows.replaceChildren(...this.joints.map((row) => row.element));
    const names = ["Posture…", ...robot.named.map((one) => one.name)];
    const postures = chooser("Posture", names, (k) => {
      if (k > 0) this.viewer.moveTo(index, robot.named[k - 1].q);
      postures.value = 0;
    });
    this.named.replaceChildren(...(robot.named.length ? [postures] : []));
  }

  show(index, q, tool) {
    const robot = this.content.robots[index];
    if (!robot) return;
    this.joints.forEach((row, k) => row.show(q[k]));
    const { size, symbol, decimals } = robot.unit;
    const place = [tool[3], tool[7], tool[11]].map((v) => `${shown(v / size, decimals)} ${symbol}`);
    const turns = fixedTurns(tool).map((v) => `${shown(v / DEGREE, 1)}°`);
    const values = [...place, ...turns];
    this.cells ??= ["x", "y", "z", "Rx", "Ry", "Rz"].map((name, k) => {
      const cell = make("dd");
      const tip = k < 3 ? "Place of the tool" : "Turn about the fixed x, then y, then z axis";
      this.tool.append(make("div", { title: tip }, make("dt", {}, name), cell));
      return cell;
    });
    this.cells.forEach((cell, k) => { cell.textContent = values[k]; });
  }
}

// Play, pause and a place in time.
class TimeLine {
  constructor(duration, viewer) {
    this.duration = duration;
    this.play = button("▶", "Play (Space)", null, () => viewer.toggle());
    this.time = make("input", {
      type: "range", min: 0, max: duration, step: duration / 2000, "aria-label": "Time in seconds",
      oninput: () => viewer.seek(Number(this.time.value)),
    });
    this.words = make("output", {});
    this.repeat = button("↻", "Repeat", true, () => {
      this.repeats = !this.repeats;
      this.repeat.setAttribute("aria-pressed", String(this.repeats));
    });
    this.repeats = true;
    this.element = make("div", { class: "time", role: "group", "aria-label": "Motion" },
      this.play, this.time, this.words, this.repeat);
  }

  show(time, playing) {
    this.time.value = time;
    this.words.textContent = `${time.toFixed(2)} / ${this.duration.toFixed(2)} s`;
    const says = playing ? ["❚❚", "Pause (Space)"] : ["▶", "Play (Space)"];
    [this.play.textContent, this.play.title] = says;
    this.play.setAttribute("aria-label", says[1]);
  }
}
