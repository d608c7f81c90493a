/** Collect the parts of the page that go into a card and a link. */

import { commandOf } from "./command.js";
import { Curves } from "./curves.js";
import { FINAL, iterations, seconds } from "./format.js";
import { LARGEST_PACKED } from "./grid.js";
import { toFragment } from "./link.js";
import { outcome, ranked, storyOf } from "./racestory.js";
import { titleOf } from "./stagewords.js";

/**
 * @param {{editor: import("./editor.js").Editor, runner: import("./runner.js").Runner, replay: import("./replaypanel.js").ReplayPanel,
 *   plan: import("./types.js").Plan, name: string}} page name: the name of the puzzle; "" if it has none
 * @returns {import("./share.js").Shared}
 */
export function sharedOf({ editor, runner, replay, plan, name }) {
  const { geometry, givens } = editor;
  const { contenders } = runner;
  const ended = contenders.length > 0 && FINAL.has(runner.status);
  const lead = ended ? ranked(contenders)[0] : contenders[0];
  const past = lead?.past;
  const board = {
    geometry, givens, shown: lead ? lead.shownGrid ?? givens : givens, swapped: [], solved: lead?.status === "solved" && !past,
  };
  return {
    name: name || editor.description, plain: editor.description, run: ended && lead?.result ? runner.run : null, ended, contender: contenders.length > 1 ? "all" : "0", at: ended ? replay.at : "",
    file: ["ergodoku", ...plan.contenders.map((contender) => contender.method), plan.seed].join("-"),
    note: geometry.size <= LARGEST_PACKED ? "" : "This puzzle is too large for a link. The link holds everything else.",
    unsteered: !ended && runner.newSteering,
    link: (extra) => `${location.origin}${location.pathname}${toFragment(geometry, givens, plan, extra)}`,
    command: commandOf(geometry, givens, plan, contenders.map((contender) => contender.withoutLogic)),
    card: (called) => ({
      name: called, title: lead ? (past ? `Energy ${past.energy}` : titleOf(runner)) : "Can chance solve it?",
      lines: lead ? linesOf(contenders, lead, plan, ended) : [methodsOf(plan)],
      board, curves: contenders.length ? runner.curves : new Curves(1), names: contenders.map((contender) => contender.method),
    }),
  };
}

/** @param {import("./contender.js").ContenderView[]} contenders @param {import("./contender.js").ContenderView} lead
 * @param {import("./types.js").Plan} plan @param {boolean} ended */
function linesOf(contenders, lead, plan, ended) {
  if (contenders.length > 1) {
    const known = contenders.filter(hasOutcome);
    return known.length ? [...storyOf(known).split("; "), `seed ${plan.seed}`] : [methodsOf(plan)];
  }
  const first = `${lead.method}, seed ${plan.seed}${lead.steered ? ", steered by hand" : ""}`;
  const frame = lead.past ?? lead.frame;
  if (!frame) return hasOutcome(lead) ? [first, outcome(lead)] : [first];
  const solved = ended && lead.status === "solved" && !lead.past;
  const where = `${iterations(frame.iteration)}, ${seconds(frame.seconds)}`;
  return [first, solved ? where : `energy ${lead.energy} after ${where}`];
}

/** Whether there is something to tell about a contender: before its first frame, its energy is unknown. @param {import("./contender.js").ContenderView} contender */
const hasOutcome = ({ frame, status }) => frame !== null || ["solved", "unsolvable", "error"].includes(status);

/** @param {import("./types.js").Plan} plan */
const methodsOf = (plan) => `${plan.contenders.map((contender) => contender.method).join(", ")}, seed ${plan.seed}`;
