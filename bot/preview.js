"use strict";
// The list of channels beside the pretended Discord; the page on the right is simcord's own.
const list = document.getElementById("channels");
const frame = document.getElementById("table");
const state = document.getElementById("state");
let shown = "";
let drawn = "";
let changes = 0;

function entry(channel, open) {
  const button = document.createElement("button");
  button.textContent = (channel.thread ? "› " : "# ") + channel.name;
  button.dataset.channel = channel.id;
  button.setAttribute("aria-current", String(channel.id === open));
  if (channel.waiting) {
    const note = document.createElement("small");
    note.textContent = "waits for " + channel.waiting;
    button.append(note);
  }
  button.addEventListener("click", () => choose(channel.id));
  const item = document.createElement("li");
  item.append(button);
  return item;
}

function draw(world) {
  const text = JSON.stringify(world);
  if (text !== drawn) {
    drawn = text;
    list.replaceChildren(...world.channels.map((channel) => entry(channel, world.open)));
  }
  if (world.address && world.address !== shown) {
    shown = world.address;
    frame.src = shown;
  }
  state.textContent = "";
}

async function ask(path, options) {
  try {
    const answer = await fetch(path, options);
    if (!answer.ok) throw new Error(await answer.text());
    return await answer.json();
  } catch (error) {
    state.textContent = "The preview does not answer: " + error.message;
    return null;
  }
}

async function choose(id) {
  changes += 1;
  const world = await ask("/railhead/open", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ channel: id }) });
  changes += 1;
  if (world) draw(world);
}

// What was true before a change of channel must not be drawn after it.
async function look() {
  const before = changes;
  const world = await ask("/railhead/channels");
  if (world && before === changes) draw(world);
}

look();
setInterval(look, 2000);
