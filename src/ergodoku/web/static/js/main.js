/** The page: puts the parts together, and tells each what the others did. */

import { announce } from "./announce.js";
import { getMethods, getSamples, Refusal } from "./api.js";
import { ChartPanel } from "./chartpanel.js";
import { LETTERS } from "./curves.js";
import { byId } from "./dom.js";
import { takeDrops } from "./drop.js";
import { Editor } from "./editor.js";
import { explain } from "./explain.js";
import { showExports } from "./exports.js";
import { FINAL, seconds, STATUS_WORDS } from "./format.js";
import { keys } from "./keys.js";
import { copied, fromFragment, toFragment } from "./link.js";
import { MethodPanel } from "./methodpanel.js";
import { numbers } from "./numbers.js";
import { puzzlePanel } from "./puzzlepanel.js";
import { Runner } from "./runner.js";
import { Speed } from "./speed.js";
import { toggleTheme } from "./theme.js";

/** @type {import("./types.js").Plan} */
const plan = { contenders: [{ method: "annealing", parameters: {} }], seed: 0, time_limit: 60, until: "first" };
const speed = new Speed((value) => runner.setSpeed(value));
const chart = new ChartPanel(byId("chart-card"));
const runner = new Runner({ speed, chart, numbers: numbers(byId("numbers")), onstatus: showStatus });
const editor = new Editor(changed);
/** @type {MethodPanel} */
let panel;
let starting = false;
let written = ""; // the fragment we wrote ourselves, to tell it from one that was followed

byId("theme-button").addEventListener("click", toggleTheme);
boot().catch((error) => {
  editor.complain(error instanceof Refusal ? error.sentence : "The page could not be set up; load it again.");
  if (!(error instanceof Refusal)) throw error;
});

async function boot() {
  const [{ methods, limits, version }, { samples }] = await Promise.all([getMethods(), getSamples()]);
  byId("version").textContent = `Ergodoku ${version}`;
  panel = new MethodPanel(byId("method-panel"), methods, limits, plan, changed);
  const paste = (/** @type {string} */ text) => edit(() => editor.paste(text)).then(forget);
  const source = puzzlePanel(byId("puzzle-panel"), samples, limits.size, {
    sample: (s) => edit(() => editor.sample(s)),
    generate: (recipe) => edit(() => editor.generate(recipe)).then(forget),
    blank: (box, layout) => edit(() => editor.blank(box, layout)).then(forget),
    paste,
  });
  function forget() { source.forget(); }
  byId("boards").addEventListener("paste", forget);
  takeDrops(limits.body, paste, complain);
  wire();
  if (!(await restore())) {
    const first = Math.max(0, samples.findIndex((/** @type {any} */ s) => /hard/i.test(s.name)));
    await editor.sample(samples[first]);
    source.choose(first);
  }
  document.body.dataset.ready = "true";
}

function wire() {
  byId("start").addEventListener("click", start);
  byId("again").addEventListener("click", start);
  byId("no-logic").addEventListener("click", startWithoutLogic);
  byId("pause").addEventListener("click", () => runner.pause());
  byId("step").addEventListener("click", () => runner.step());
  byId("cancel").addEventListener("click", () => runner.cancel());
  byId("edit").addEventListener("click", () => edit(async () => editor.show()).then(() => editor.board?.setCursor(0, true)));
  byId("clear").addEventListener("click", () => editor.clear());
  byId("copy-link").addEventListener("click", copyLink);
  byId("setup-toggle").addEventListener("click", () => openSetup(byId("setup-toggle").getAttribute("aria-expanded") !== "true"));
  window.addEventListener("pagehide", () => runner.leave()); // nobody watches it any more
  window.addEventListener("pageshow", (event) => event.persisted && edit(async () => editor.show())); // back, without its run
  window.addEventListener("hashchange", () => location.hash !== written && restore());
  keys({
    start, pause: () => runner.pause(), step: () => runner.step(), cancel: () => runner.cancel(),
    running: () => document.body.dataset.mode === "run",
  });
}

/** Restore what a link says. @returns {Promise<boolean>} */
async function restore() {
  const link = fromFragment(location.hash);
  if (!link) return false;
  const known = link.plan.contenders?.filter((contender) => panel.methods.some((m) => m.name === contender.method)) ?? [];
  Object.assign(plan, link.plan, known.length ? { contenders: known } : { contenders: plan.contenders });
  panel.draw();
  let done = false;
  await edit(async () => { done = await editor.restore(link.givens, link.box, link.layout); });
  return done;
}

/** Start a run, unless one is being started: a double click is meant once. */
async function start() {
  if (starting) return;
  starting = true;
  try {
    await startRun();
  } finally {
    starting = false;
  }
}

async function startRun() {
  const wrong = panel.invalid;
  if (wrong) {
    openSetup(true);
    const folded = wrong.closest("details");
    if (folded) folded.open = true;
    wrong.reportValidity();
    return;
  }
  if (!(await editor.isValid())) return editor.board?.element.scrollIntoView({ block: "nearest" });
  try {
    if (!(await runner.start(editor.request, plan, editor.geometry, editor.givens))) return;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (document.body.dataset.mode === "run" && !runner.run) await edit(async () => editor.show());
    editor.complain(error.sentence, error.cells);
    return;
  }
  document.body.dataset.mode = "run";
  document.body.dataset.racing = String(plan.contenders.length > 1);
  byId("numbers").hidden = plan.contenders.length > 1;
  openSetup(false);
  explainPlan();
  showStatus();
  if (byId("stage").getBoundingClientRect().top < 0) byId("stage").scrollIntoView();
  if (!document.activeElement || document.activeElement === document.body || document.activeElement.closest("[data-when=edit]")) focusControl();
}

/** Logic alone solves easy puzzles: show the methods at work all the same. */
async function startWithoutLogic() {
  for (const contender of plan.contenders) {
    const logic = panel.method(contender.method).parameters.find((p) => p.name === "logic");
    if (logic && logic.default !== "none") contender.parameters.logic = "none";
    else if (logic) delete contender.parameters.logic;
  }
  panel.draw();
  changed();
  await start();
}

/** @param {string} method */
const hasLogic = (method) => panel.method(method).parameters.some((p) => p.name === "logic");

/** Leave the run and go on with the puzzle. @param {() => Promise<any>} then */
async function edit(then) {
  await runner.leave();
  runner.clear();
  const back = document.body.dataset.mode === "run";
  document.body.dataset.mode = "edit";
  document.body.dataset.racing = "false";
  byId("numbers").hidden = false;
  byId("banner").hidden = true;
  showExports(null, [], complain);
  if (back) {
    editor.show();
    openSetup(true);
  }
  await then();
}

/** The puzzle or the plan is another one: the address and the explanation follow. */
function changed() {
  const { contenders, seed } = plan;
  byId("setup-summary").textContent = `${contenders.map((c) => c.method).join(", ")}; seed ${seed}`;
  if (document.body.dataset.mode === "edit") explainPlan();
  if (!editor.givens.length) return;
  written = toFragment(editor.geometry, editor.givens, plan);
  history.replaceState(null, "", written);
}

function explainPlan() {
  explain(byId("explain"), plan.contenders.map((contender) => panel.method(contender.method)));
}

function showStatus() {
  if (document.body.dataset.mode !== "run" || !runner.run) return;
  const { status, contenders } = runner;
  const ended = FINAL.has(status);
  byId("stage-title").textContent = contenders.length > 1 ? (ended ? "The race is over" : "A race") : titleOf(status);
  byId("stage-note").textContent = status === "queued" && runner.position ? `position ${runner.position}` : noteOf();
  const idle = [document.body, byId("pause"), byId("step"), byId("cancel")].includes(document.activeElement);
  byId("pause").textContent = status === "paused" ? "Go on" : "Pause";
  for (const id of ["pause", "step"]) byId(id).disabled = ended || status === "queued";
  byId("cancel").disabled = ended;
  byId("no-logic").hidden = !(ended && contenders.some((contender) => contender.byLogic && hasLogic(contender.method)));
  byId("again").classList.toggle("primary", ended);
  byId("pause").classList.toggle("primary", !ended);
  if (ended && idle) focusControl(); // what had the focus can not be pressed any more
  const failed = contenders.filter((contender) => contender.status === "error" && contender.message);
  if (failed.length) editor.complain(failed.map((contender) => `${contender.method}: ${contender.message}`).join(" "));
  const outcome = ended && contenders.some((contender) => contender.result); // there is none if it was cancelled early
  showExports(outcome ? runner.run : null, contenders.map((one) => (one.result ? one.method : "")), complain);
}

/** Give the keyboard what is pressed next. */
function focusControl() {
  byId(runner.active ? "pause" : "again").focus({ preventScroll: true });
}

/** @param {string} words */
function complain(words) {
  editor.complain(words);
}

/** @param {string} status */
function titleOf(status) {
  const word = STATUS_WORDS[status] ?? status;
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function noteOf() {
  const [winner] = runner.contenders.filter((contender) => contender.status === "solved" && contender.result).sort((a, b) => a.result.seconds - b.result.seconds);
  if (winner && runner.contenders.length === 1) {
    if (winner.byLogic) return `by logic alone, before ${winner.method} had to search`;
    return `found by ${winner.result.found_by}; seed ${plan.seed}`;
  }
  if (winner?.byLogic && FINAL.has(runner.status)) return "logic alone solved it, before the search began";
  if (winner && FINAL.has(runner.status)) return `${LETTERS[winner.number]} ${winner.method} was first, after ${seconds(winner.result.seconds)} of search`;
  if (runner.message && !FINAL.has(runner.status)) return runner.message;
  const [first] = runner.contenders;
  if (runner.contenders.length === 1 && first.ended && first.status !== "error") {
    if (first.message) return first.message; // why there is no solution, say
    if (first.status === "gave_up") return `best energy ${first.best} after ${seconds(first.frame?.seconds)}; try more time, or another seed or method`;
  }
  return `${runner.contenders.map((contender) => contender.method).join(", ")}; seed ${plan.seed}`;
}

/** @param {boolean} open */
function openSetup(open) {
  byId("setup-toggle").setAttribute("aria-expanded", String(open));
  byId("setup-body").hidden = !open;
}

async function copyLink() {
  const button = byId("copy-link");
  try {
    await navigator.clipboard.writeText(location.href);
    button.textContent = copied(editor.geometry);
    announce(button.textContent);
  } catch {
    button.textContent = "Copy it from the address bar"; // clipboards need https or localhost
  }
  setTimeout(() => (button.textContent = "Copy link"), 2500);
}
