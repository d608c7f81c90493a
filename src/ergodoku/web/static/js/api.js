/** Requests to the server over HTTP. Every error becomes a `Refusal` with a message for the visitor. */

export class Refusal extends Error {
  /** @param {string} what @param {{remedy?: string, cells?: number[], status?: number}} [more] */
  constructor(what, more = {}) {
    super(what);
    this.remedy = more.remedy ?? "";
    this.cells = more.cells ?? [];
    this.status = more.status ?? 0;
  }

  get sentence() {
    return sentence(this.message, this.remedy);
  }
}

/** @param {string} what @param {string} [remedy] */
export function sentence(what, remedy = "") {
  const text = remedy ? `${what}; ${remedy}` : what;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

export const getMethods = () => ask("/api/methods");
export const getSamples = () => ask("/api/samples");
/** @param {{puzzle: string, box?: string, layout?: string}} body */
export const check = (body) => ask("/api/puzzles/check", { method: "POST", body });
/** @param {Record<string, any>} body */
export const generate = (body) => ask("/api/puzzles/generate", { method: "POST", body });
/** @param {Record<string, any>} body */
export const postRun = (body) => ask("/api/runs", { method: "POST", body });
/** @param {{id: string, token: string}} run */
export const deleteRun = (run) => ask(`/api/runs/${run.id}`, { method: "DELETE", token: run.token, keepalive: true });
/** @param {Record<string, any>} body @returns {Promise<{seeds: string[]}>} Seeds are text: they have more digits than a JavaScript number holds. */
export const getSeeds = (body) => ask("/api/puzzles/seeds", { method: "POST", body });
/** @param {{id: string, token: string}} run @param {number} contender */
export const getReplay = (run, contender) => ask(`/api/runs/${run.id}/replay?contender=${contender}`, { token: run.token });
/** @param {{id: string, token: string}} run @param {number} contender @returns {Promise<{another: boolean}>} */
export const getAnother = (run, contender) => ask(`/api/runs/${run.id}/another?contender=${contender}`, { token: run.token });
/** @param {{id: string, token: string}} run @param {string} kind @param {string} contender Its number, or "all" for the whole race. */
export const exportLink = (run, kind, contender) =>
  `/api/runs/${run.id}/export.${kind}?token=${encodeURIComponent(run.token)}&contender=${contender}`;

/** Fetch the file of a link from `exportLink`. @param {string} link @returns {Promise<Blob>} */
export async function fetchExport(link) {
  const response = await fetch(link).catch(() => {
    throw new Refusal("the server does not answer", { remedy: "check that it is running, then try again" });
  });
  if (response.ok) return response.blob();
  throw refusal(response, await response.json().catch(() => ({})));
}

/** @param {string} path @param {{method?: string, body?: any, token?: string, keepalive?: boolean}} [options] @returns {Promise<any>} */
async function ask(path, options = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (options.body) headers["Content-Type"] = "application/json";
  if (options.token) headers.Authorization = `Bearer ${options.token}`;
  let response;
  try {
    response = await fetch(path, {
      method: options.method ?? "GET", headers, keepalive: options.keepalive, body: options.body ? JSON.stringify(options.body) : undefined,
    });
  } catch {
    throw new Refusal("the server does not answer", { remedy: "check that it is running, then try again" });
  }
  const data = await response.json().catch(() => ({}));
  if (response.ok) return data;
  throw refusal(response, data);
}

/** @param {Response} response @param {any} data */
function refusal(response, data) {
  const status = response.status;
  const wait = response.headers.get("Retry-After");
  const later = wait ? `try again in ${wait} s` : "try again in a moment";
  const said = typeof data.error === "string" ? data.error : "";
  if (status === 429) return new Refusal(said || "you sent too many requests", { remedy: data.remedy || later, status });
  if (status === 503) return new Refusal(said || "the server is busy", { remedy: data.remedy || later, status });
  if (status === 413) return new Refusal(said || "this puzzle is too large for the server", { status });
  return new Refusal(said || `the server refused the request (${status})`, { remedy: data.remedy, cells: data.cells, status });
}
