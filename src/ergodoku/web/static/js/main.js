/** The page: creates the parts and connects them. */

import { Address } from "./address.js";
import { AnotherSolution } from "./another.js";
import { getMethods, getSamples, Refusal } from "./api.js";
import { ChartPanel } from "./chartpanel.js";
import { byId } from "./dom.js";
import { takeTexts } from "./dropandpaste.js";
import { Editor } from "./editor.js";
import { explain } from "./explain.js";
import { offerExports, showExports } from "./exports.js";
import { FINAL } from "./format.js";
import { TemperatureHandle } from "./handle.js";
import { keys } from "./keys.js";
import { damaged, fromFragment } from "./link.js";
import { MethodPanel } from "./methodpanel.js";
import { numbers } from "./numbers.js";
import { showPodium } from "./podium.js";
import { puzzlePanel } from "./puzzlepanel.js";
import { ReplayPanel } from "./replaypanel.js";
import { focusNext, showButtons } from "./runbuttons.js";
import { Runner } from "./runner.js";
import { seedAfter } from "./seed.js";
import { SeedsPanel } from "./seeds.js";
import { ShareDialog } from "./share.js";
import { sharedOf } from "./sharing.js";
import { Speed } from "./speed.js";
import { hintOf, invitation, noteOf, showNote, titleOf } from "./stagewords.js";
import { toggleTheme } from "./theme.js";
import { Tour } from "./tour.js";

/** @type {import("./types.js").Plan} */
const plan = { contenders: [{ method: "annealing", parameters: {} }], seed: "0", time_limit: 60, until: "first", watchable: true, steering: [] };
const speed = new Speed((value) => runner.setSpeed(value));
const chart = new ChartPanel(byId("chart-card"));
const handle = new TemperatureHandle((temperature) => runner.steer(temperature));
const runner = new Runner({ speed, chart, handle, numbers: numbers(byId("numbers")), onstatus: showStatus, ondraw: () => share.refresh() });
const replay = new ReplayPanel(runner);
const another = new AnotherSolution(runner);
const tour = new Tour(runner, handle, { begin: beginTour, pace: (value) => speed.set(value), end: leaveTour });
new SeedsPanel(async () => {
  await arriving; // as in `start`
  if (panel.invalid || !(await editor.isValid())) return null;
  return { request: editor.request, geometry: editor.geometry, givens: editor.givens, plan };
});
const address = new Address();
const share = new ShareDialog(() => sharedOf({ editor, runner, replay, plan, name: address.name || source.name }), (name) => {
  address.call(name);
  showPlan();
});
const editor = new Editor(puzzleChanged);
/** @type {MethodPanel} */
let panel;
/** @type {ReturnType<typeof puzzlePanel>} */
let source;
/** @type {() => Promise<any>} */
let firstSample = async () => {};
let longest = 60; // time limit for a search on this server, in seconds
let starting = false;
/** @type {Promise<any>} */
let arriving = Promise.resolve(); // resolves when the puzzle that was chosen last is shown
let showAt = ""; // the position of the replay that a link shows
let restoring = false; // true while the page is restored from a link
/** @type {{plan: import("./types.js").Plan, puzzle: () => void, name: string, sample: string, speed: number|null}|null} */
let beforeTour = null; // what the visitor had before the tour

byId("theme-button").addEventListener("click", toggleTheme);
boot().catch((error) => {
  editor.complain(error instanceof Refusal ? error.sentence : "The page could not be loaded completely; reload it.");
  if (!(error instanceof Refusal)) throw error;
});

async function boot() {
  const [{ methods, limits, exports, version }, { samples }] = await Promise.all([getMethods(), getSamples()]);
  byId("version").textContent = `Ergodoku ${version}`;
  longest = limits.seconds;
  offerExports(exports);
  panel = new MethodPanel(byId("method-panel"), methods, limits, plan, changed);
  const paste = (/** @type {string} */ text, /** @type {((words: string) => void)|undefined} */ complain = undefined) =>
    arrive(editor.paste(text, complain, () => leaveAndShow(async () => undefined))).then(bringIntoView); // the page leaves the run only if the text holds a puzzle
  const sample = (/** @type {number} */ k) => editor.sample(samples[k]).then((there) => there && source.choose(k));
  source = puzzlePanel(byId("puzzle-panel"), samples, limits.size, {
    sample: (k) => edit(() => sample(k)).then(bringIntoView),
    generate: (recipe, complain) => edit(() => editor.generate(recipe, complain)).then(bringIntoView),
    blank: (box, layout) => edit(() => editor.blank(box, layout)),
    paste,
  });
  takeTexts(limits.body, paste, complain);
  wire();
  firstSample = () => sample(Math.max(0, samples.findIndex((/** @type {any} */ s) => /hard/i.test(s.name))));
  await restore(firstSample);
  document.body.dataset.ready = "true";
}

function wire() {
  byId("start").addEventListener("click", start);
  byId("again").addEventListener("click", start);
  byId("another").addEventListener("click", () => startWith({ seed: seedAfter(plan.seed) }));
  byId("no-logic").addEventListener("click", () => startWith({ watchable: true }));
  byId("pause").addEventListener("click", () => runner.pause());
  byId("step").addEventListener("click", () => runner.step());
  byId("cancel").addEventListener("click", cancel);
  byId("edit").addEventListener("click", () => edit(async () => changed()).then(() => editor.board?.setCursor(0, true)));
  byId("clear").addEventListener("click", () => editor.clear());
  byId("undo").addEventListener("click", () => editor.undo());
  byId("larger").addEventListener("click", () => editor.toggleLarger());
  byId("skip").addEventListener("click", (/** @type {Event} */ event) => {
    event.preventDefault(); // the address must stay the link to the puzzle
    byId("stage").focus();
  });
  byId("setup-toggle").addEventListener("click", () => openSetup(byId("setup-toggle").getAttribute("aria-expanded") !== "true"));
  window.addEventListener("beforeprint", () => { byId("print-command").textContent = share.shared().command; });
  window.addEventListener("pagehide", () => runner.leave()); // the visitor no longer watches the run
  window.addEventListener("pageshow", (event) => event.persisted && edit(async () => undefined)); // the run was left when the page was hidden
  window.addEventListener("hashchange", () => address.followed && restore());
  keys({
    start, cancel, undo: () => editor.undo(), back: () => replay.step(-1),
    pause: () => (runner.active ? runner.pause() : replay.toggle()), step: () => (runner.active ? runner.step() : replay.step(1)),
    running: () => document.body.dataset.mode === "run",
  });
}

/** Restore the puzzle and the plan from the address. @param {(() => Promise<void>)|null} otherwise Shows something else if the address holds no readable puzzle. */
async function restore(otherwise = null) {
  const link = fromFragment(location.hash);
  if (!link) return otherwise?.();
  const known = link.plan.contenders?.filter((contender) => panel.methods.some((m) => m.name === contender.method)) ?? [];
  for (const { method } of link.plan.contenders ?? []) {
    if (!known.some((contender) => contender.method === method)) link.faults.push(`this server does not have its method “${method}”`);
  }
  if (beforeTour) speed.set(beforeTour.speed);
  beforeTour = null; // the link replaces everything else that the visitor had before the tour
  Object.assign(plan, link.plan, { contenders: known.length ? known : plan.contenders });
  address.kept = link.faults.length > 0;
  address.call(link.name);
  restoring = true;
  panel.draw();
  const { givens } = link;
  await edit(async () => { if (!givens || !(await editor.restore(givens, link.box, link.layout))) await otherwise?.(); });
  restoring = false;
  if (address.kept) complain(damaged(link, otherwise !== null));
  else if (link.play) await playLink(link);
  address.kept = false;
}

/** Start the run that a link describes, and show the position of the replay that the link names. @param {import("./link.js").Link} link */
async function playLink(link) {
  showAt = link.at;
  await start(link.at ? null : speed.value);
}

/** Start a run, unless one is being started: a double click counts once. @param {number|null|Event} [pace] The speed; by default, the slider's.
 * @param {boolean} [paused] Start paused. */
async function start(pace, paused = false) {
  if (starting) return;
  starting = true;
  try {
    await arriving; // solve the puzzle that was chosen before the click, even if it is still loading
    if (beforeTour && !paused) { // the visitor continues with the puzzle of the tour
      speed.set(beforeTour.speed);
      beforeTour = null;
    }
    await startRun(pace === null || typeof pace === "number" ? pace : speed.value, paused);
  } finally {
    starting = false;
  }
}

/** @param {number|null} pace Iterations per second; null for full speed. @param {boolean} paused */
async function startRun(pace, paused) {
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
    if (!(await runner.start(editor.request, plan, editor.geometry, editor.givens, pace, paused))) return;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (document.body.dataset.mode === "run" && !runner.run) await edit(async () => undefined);
    editor.complain(error.sentence, error.cells);
    return;
  }
  editor.complain("");
  replay.clear();
  document.body.dataset.mode = "run";
  setRacing(plan.contenders.length > 1);
  handle.begin(plan.contenders.length === 1 && panel.method(plan.contenders[0].method).steerable);
  openSetup(false);
  explainPlan();
  showStatus();
  bringIntoView();
  if (!document.activeElement || document.activeElement === document.body || document.activeElement.closest("[data-when=edit]")) focusNext(runner);
}

/** Scroll to the board if its top is out of sight, as on a phone. @param {boolean} [changed] Whether the board shows something new. */
function bringIntoView(changed = true) {
  if (changed && byId("stage").getBoundingClientRect().top < 0) byId("stage").scrollIntoView();
}

/** Arrange the page for a race or a single run: the boards of a race need the full width, so the curves go below them. @param {boolean} racing */
function setRacing(racing) {
  document.body.dataset.racing = String(racing);
  byId("numbers").hidden = racing;
  if (matchMedia("(min-width: 900px)").matches) byId("explain").before(byId("podium")); // next to the boards, where it is visible
  else byId("transport").before(byId("podium"));
  if (racing) byId("left").append(byId("watch"));
  else byId("explain").before(byId("watch"));
}

/** Start a paused search with default parameters, on a puzzle that it does not solve soon. */
async function beginTour() {
  await edit(async () => {
    beforeTour = { plan: structuredClone(plan), puzzle: editor.keep(), name: address.name, sample: source.chosen, speed: speed.value };
    Object.assign(plan, { contenders: [{ method: "annealing", parameters: {} }], seed: "1", watchable: true, steering: [] });
    panel.draw();
    await firstSample();
  });
  await start(speed.slowest, true);
}

/** Leave the run of the tour, unless the visitor has already started something else. */
async function leaveTour() {
  if (!beforeTour) return;
  await edit(async () => undefined);
  byId("start").focus({ preventScroll: true });
}

/** Cancel the run; the tour cannot continue without its run, so it ends. */
function cancel() {
  if (beforeTour) leaveTour();
  else runner.cancel();
}

/** After the tour, bring back what the visitor had before. */
function endTour() {
  if (!beforeTour) return;
  const before = beforeTour;
  beforeTour = null;
  before.puzzle();
  address.call(before.name);
  source.choose(before.sample);
  Object.assign(plan, before.plan);
  panel.draw();
  speed.set(before.speed);
}

/** Start again on the same puzzle with a changed plan. @param {Partial<import("./types.js").Plan>} changes */
async function startWith(changes) {
  Object.assign(plan, changes);
  panel.draw();
  changed();
  await start();
}

/** @param {string} method */
const hasLogic = (method) => panel.method(method).parameters.some((p) => p.name === "logic");

/** Leave the run and return to editing the puzzle. @param {() => Promise<any>} then @returns {Promise<any>} The result of `then`. */
function edit(then) {
  return arrive(leaveAndShow(then));
}

/** @param {Promise<any>} shown Resolves when a chosen puzzle is shown; a search that is started earlier waits for it. */
function arrive(shown) {
  arriving = shown.catch(() => undefined);
  return shown;
}

/** @param {() => Promise<any>} then @returns {Promise<any>} The result of `then`. */
async function leaveAndShow(then) {
  await runner.leave();
  replay.clear();
  tour.close();
  runner.clear();
  const back = document.body.dataset.mode === "run";
  document.body.dataset.mode = "edit";
  setRacing(false);
  showExports(null, [], complain);
  if (back) {
    editor.show();
    openSetup(true);
  }
  endTour();
  const result = await then();
  showPlan();
  return result;
}

/** Forget the name and the sample, which belong to the previous puzzle. */
function puzzleChanged() {
  source.forget();
  if (!restoring) address.call("");
  changed();
}

/** The puzzle or the plan has changed: drop the temperature changes that were made by hand; they belong to the previous run. */
function changed() {
  if (!restoring) plan.steering = [];
  showPlan();
}

/** Show the plan in the summary, the explanation and the address. */
function showPlan() {
  const { contenders, seed, steering } = plan;
  byId("setup-summary").textContent = `${contenders.map((c) => c.method).join(", ")}; seed ${seed}${steering.length ? "; steered by hand" : ""}`;
  if (document.body.dataset.mode === "edit") {
    explainPlan();
    byId("stage-title").textContent = address.name || "Your puzzle";
    byId("story").textContent = invitation(plan);
  }
  address.write(editor.geometry, editor.givens, plan);
}

function explainPlan() {
  explain(byId("explain"), plan.contenders.map((contender) => panel.method(contender.method)));
}

function showStatus() {
  if (document.body.dataset.mode !== "run" || !runner.run) return;
  const { status, contenders } = runner;
  const ended = FINAL.has(status);
  byId("stage-title").textContent = titleOf(runner);
  showNote(noteOf(runner, plan));
  tour.check();
  showButtons(runner, contenders.some((contender) => contender.byLogic && hasLogic(contender.method)));
  const steering = contenders[0]?.result?.steering ?? [];
  if (ended && contenders.length === 1 && String(steering) !== String(plan.steering)) {
    plan.steering = steering; // so that the link and "Again" repeat the temperature changes
    showPlan();
  }
  runner.hint = hintOf(runner, plan, longest);
  showPodium(ended && contenders.length > 1 ? contenders : []);
  if (ended) {
    replay.load(showAt);
    another.look();
    showAt = "";
  }
  const failed = contenders.filter((contender) => contender.status === "error" && contender.message);
  const same = new Set(failed.map((contender) => contender.message)).size === 1 && failed.length === contenders.length; // the whole run failed
  if (failed.length) editor.complain(same ? failed[0].message : failed.map((contender) => `${contender.method}: ${contender.message}`).join(" "));
  const outcome = ended && contenders.some((contender) => contender.result); // a run that was cancelled early has none
  showExports(outcome ? runner.run : null, contenders.map((one) => (one.result ? one.method : "")), complain);
}

/** @param {string} words */
function complain(words) {
  editor.complain(words);
}

/** @param {boolean} open */
function openSetup(open) {
  byId("setup-toggle").setAttribute("aria-expanded", String(open));
  byId("setup-body").hidden = !open;
}
