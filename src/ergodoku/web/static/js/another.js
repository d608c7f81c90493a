/** Whether a solved puzzle has a second solution; if it has, a clue may be missing. */

import { announce } from "./announce.js";
import { getAnother, Refusal } from "./api.js";

export const ANOTHER = "The puzzle has more than one solution: this is one of them.";

export class AnotherSolution {
  /** @param {import("./runner.js").Runner} runner */
  constructor(runner) {
    this.runner = runner;
    this.asked = ""; // the run that the server was asked about
  }

  /** Ask the server, once for each solved run. If logic alone found the solution, it is the only one: do not ask. */
  async look() {
    const { run, contenders } = this.runner;
    if (!run || this.asked === run.id || contenders.some((contender) => contender.byLogic)) return;
    const solved = contenders.find((contender) => contender.status === "solved" && contender.result);
    if (!solved) return;
    this.asked = run.id;
    try {
      const { another } = await getAnother(run, solved.number);
      if (!another || this.runner.run !== run) return;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return; // the server is busy: the page works without the answer
    }
    this.runner.foundAnother();
    announce(`${this.runner.summary} ${ANOTHER}`); // this replaces the announcement of the outcome, so it repeats the outcome
  }
}
