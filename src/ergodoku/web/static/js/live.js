/** One WebSocket for the page. It reconnects automatically, waits longer after each failure, and subscribes again.
 * The server ignores messages that come too fast; a `subscribe` that was ignored is sent again a little later. */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
/** Commands of sliders. The page reports waiting commands of buttons first. */
const SLIDERS = ["speed", "steer"];

export class Live {
  /** @param {(message: any) => void} onmessage @param {(connected: boolean, wait: number) => void} onchange */
  constructor(onmessage, onchange) {
    this.onmessage = onmessage;
    this.onchange = onchange;
    /** @type {Map<string, string>} */
    this.runs = new Map();
    /** @type {WebSocket|null} */
    this.socket = null;
    /** @type {Map<string, Record<string, any>>} */
    this.unsent = new Map(); // the last command of each kind that was given while there was no connection or no subscription
    /** @type {Set<string>} */
    this.refused = new Set(); // runs whose `subscribe` the server ignored
    this.served = false; // whether a message has arrived: a full server accepts a connection and closes it at once
    this.wait = FIRST_WAIT;
    this.timer = 0;
  }

  /** @param {string} run @param {string} token */
  subscribe(run, token) {
    this.runs.set(run, token);
    if (this.open) this.#write({ type: "subscribe", run, token });
    else this.connect();
  }

  /** @param {string} run */
  unsubscribe(run) {
    if (this.forget(run) && this.open) this.#write({ type: "unsubscribe", run });
  }

  /** Drop a run that has ended; the server has ended the subscription itself. @param {string} run */
  forget(run) {
    for (const [kind, message] of this.unsent) if (message.run === run) this.unsent.delete(kind);
    this.refused.delete(run);
    return this.runs.delete(run);
  }

  /** Send a command, or keep it until the page is connected and subscribed. @param {Record<string, any>} message */
  send(message) {
    if (this.open && this.served && !this.refused.has(message.run)) this.#write(message);
    else {
      this.unsent.delete(message.type); // so that the command becomes the last one
      this.unsent.set(message.type, message);
    }
  }

  /** The last unsent command of a button or, if there is none, of a slider. */
  get waiting() {
    const kinds = [...this.unsent.keys()];
    return kinds.filter((kind) => !SLIDERS.includes(kind)).at(-1) ?? kinds.at(-1);
  }

  /** If `waiting` is a command of this kind, withdraw it; return whether it was withdrawn. @param {string} kind */
  withdraw(kind) {
    return this.waiting === kind && this.unsent.delete(kind);
  }

  get open() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  connect() {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.timer);
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`);
    this.socket = socket;
    this.served = false;
    this.refused.clear();
    // A later call may replace a socket that is still closing: ignore the events of the old one.
    socket.onopen = () => {
      if (socket !== this.socket) return;
      for (const [run, token] of this.runs) this.#write({ type: "subscribe", run, token });
    };
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      const message = JSON.parse(event.data);
      const ignored = message.refused === "subscribe";
      if (ignored) this.#subscribeLater(socket, message);
      else if (message.type !== "error" && this.refused.delete(message.run)) this.#sendUnsent();
      if (!this.served) this.#begin();
      if (!ignored) this.onmessage(message);
    };
    socket.onclose = () => {
      if (socket !== this.socket || this.runs.size === 0) return; // no run is watched: connect again with the next run
      this.onchange(false, this.wait);
      this.timer = window.setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    };
  }

  /** The first message has arrived: report the connection, and send the waiting commands. */
  #begin() {
    this.served = true;
    this.wait = FIRST_WAIT;
    this.onchange(true, 0);
    this.#sendUnsent();
  }

  #sendUnsent() {
    const unsent = [...this.unsent.values()];
    this.unsent.clear();
    for (const message of unsent) this.send(message);
  }

  /** Repeat a `subscribe` that came too fast. @param {WebSocket} socket @param {{run: string, retry: number}} message */
  #subscribeLater(socket, { run, retry }) {
    this.refused.add(run);
    setTimeout(() => {
      const token = this.runs.get(run);
      if (socket === this.socket && this.open && token !== undefined) this.#write({ type: "subscribe", run, token });
    }, 1000 * retry);
  }

  /** @param {Record<string, any>} message */
  #write(message) {
    this.socket?.send(JSON.stringify(message));
  }
}
