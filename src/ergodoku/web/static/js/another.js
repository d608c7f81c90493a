/** Whether the solution of a run is one of several: then a clue may be missing. */

import { announce } from "./announce.js";
import { getAnother, Refusal } from "./api.js";

export const ANOTHER = "The puzzle has more than one solution: this is one of them.";

export class AnotherSolution {
  /** @param {import("./runner.js").Runner} runner */
  constructor(runner) {
    this.runner = runner;
    this.asked = ""; // the run that was looked at
  }

  /** Ask the server, once for each solved run. Logic alone can only find a unique solution. */
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
    announce(`${this.runner.summary} ${ANOTHER}`); // it replaces the announcement of the outcome
  }
}
