// The frames of the joints as arrows, and their names.

// Columns that turn an arrow along z to x, y and z.
const TURNS = [[0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0], [0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0], IDENTITY];

// Arrows of all robots; those that coincide are drawn once and named together, and where different
// axes coincide the later ones are shorter, so that every head is seen.
function frameArrows(content, poses) {
  return content.robots.filter((robot) => robot.arrow !== null).flatMap((robot) => {
    const [frames, tool] = robotFrames(robot, poses);
    const every = robot.hasTool ? [...frames, tool] : frames, arrows = [];
    for (const number of robot.shown) addFrame(arrows, every[number], number, robot);
    return arrows;
  });
}

function addFrame(arrows, frame, number, robot) {
  const place = [frame[3], frame[7], frame[11]];
  const name = number > robot.after.length ? "T" : String(number + robot.firstFrame);
  const near = arrows.filter((arrow) => arrow.place.every(
    (v, k) => Math.abs(v - place[k]) < SETTINGS.samePlace * robot.axis));
  for (const axis of [0, 1, 2]) {
    const along = [frame[axis], frame[4 + axis], frame[8 + axis]];
    const upon = near.filter((arrow) => dot(arrow.along, along) > SETTINGS.sameWay);
    const same = upon.find((arrow) => arrow.axis === axis);
    if (same) { same.names.push(name); continue; }
    const part = Math.max(1 - SETTINGS.shorter * upon.length, 0.3), size = robot.axis * part;
    const pose = product(frame, TURNS[axis]).map((v, k) => (k % 4 === 3 ? v : v * part));
    const tip = place.map((v, k) => v + size * along[k]);
    const letter = robot.letters[axis];
    arrows.push({ axis, place, along, pose, tip, letter, names: [name], mesh: robot.arrow });
  }
}

function drawLabels(canvas, arrows, camera, colors, ratio) {
  const pen = canvas.getContext("2d"), { width, height } = canvas;
  pen.clearRect(0, 0, width, height);
  pen.lineJoin = "round";
  pen.textBaseline = "middle";
  const taken = [];
  for (const arrow of arrows) {
    const [x, y, depth] = projected(camera, arrow.tip, width, height);
    if (depth <= 0) continue;
    const tail = projected(camera, arrow.place, width, height);
    const size = Math.hypot(x - tail[0], y - tail[1]) || 1;
    const away = [(x - tail[0]) / size, (y - tail[1]) / size].map((v) => v * 13 * ratio);
    const letters = [[arrow.letter, 15, 0], [arrow.names.join(","), 11, 4]];
    const wide = letters.map(([text, points]) => {
      pen.font = `600 ${points * ratio}px system-ui, sans-serif`;
      return pen.measureText(text).width;
    });
    const box = [x + away[0] - (wide[0] + wide[1]) / 2, y + away[1], wide[0] + wide[1]];
    if (taken.some((one) => Math.abs(one[1] - box[1]) < 13 * ratio
      && box[0] < one[0] + one[2] && one[0] < box[0] + box[2])) continue;
    taken.push(box);
    letters.forEach(([text, points, down], k) => {
      pen.font = `600 ${points * ratio}px system-ui, sans-serif`;
      const at = [box[0] + (k ? wide[0] : 0), box[1] + down * ratio];
      pen.lineWidth = 3 * ratio;
      pen.strokeStyle = colors.css.halo;
      pen.strokeText(text, ...at);
      pen.fillStyle = colors.css.axes[arrow.axis];
      pen.fillText(text, ...at);
    });
  }
}
