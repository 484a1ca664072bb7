// The viewer in a notebook: what anywidget asks for. Postures go both ways.

function render({ model, el }) {
  let viewer = null, waiting = null;
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  const send = (postures) => {
    model.set("postures", postures);
    model.save_changes();
  };
  // Ten times a second at most, and always the last.
  const told = (postures) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => send(postures), 100);
  };
  const build = () => {
    viewer?.destroy();
    const box = document.createElement("div");
    box.style.height = `${model.get("height")}px`;
    const style = document.createElement("style");
    style.textContent = STYLES;
    const place = document.createElement("div");
    place.style.height = "100%";
    box.append(style, place);
    el.replaceChildren(box);
    viewer = mountRobotViewer(place, model.get("content"), told);
  };
  const take = () => {
    const postures = model.get("postures");
    if (!same(postures, viewer.postures())) viewer.setPostures(postures);
  };
  const obey = ({ call, values }) => {
    if (["play", "pause", "seek", "look"].includes(call)) viewer[call](...values);
  };
  const heard = { "change:content": build, "change:postures": take, "msg:custom": obey };
  for (const [name, act] of Object.entries(heard)) model.on(name, act);
  build();
  take();
  return () => {
    clearTimeout(waiting);
    for (const [name, act] of Object.entries(heard)) model.off(name, act);
    viewer.destroy();
  };
}

export default { render };
