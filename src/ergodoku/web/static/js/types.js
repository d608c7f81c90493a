/**
 * The data types that the modules and the server exchange; this file contains no code.
 *
 * @typedef {{size: number, box: [number, number]|null, layout: string, regions: number[], extra: number[][]}} Geometry
 * @typedef {{name: string, type: string, default: any, low: number|null, high: number|null,
 *   choices: string[]|null, help: string, kinds?: Record<string, Parameter[]>}} Parameter
 * @typedef {{name: string, summary: string, description: string, formula: string, landscape: string, colour: string,
 *   reference: string, when: string, steerable: boolean, parameters: Parameter[]}} Method
 * @typedef {{method: string, parameters: Record<string, any>}} ContenderSpec
 * @typedef {{contenders: ContenderSpec[], seed: string, time_limit: number, until: "first"|"all",
 *   watchable: boolean, steering: Steering}} Plan
 *   watchable: leave out logic if it alone would solve the puzzle
 * @typedef {[number, number|null][]} Steering Temperature changes made by hand: an iteration, and the temperature to hold from there on; null returns to the schedule.
 * @typedef {{name: string, size: number, puzzle: string, box: string, layout: string}} Sample
 * @typedef {{run: string, contender: number, iteration: number, seconds: number, energy: number, best: number,
 *   temperature: number|null, acceptance: number|null, restarts: number, rate: number, active: string,
 *   grid: number[], changed?: number[], tried?: number}} Frame
 * @typedef {[number, number, number, number, number|null, number]} Point
 *   iteration, seconds, energy, best, temperature, acceptance
 */
export {};
