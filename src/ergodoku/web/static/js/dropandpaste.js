/** Accept texts and files that are pasted or dropped anywhere on the page. Otherwise the browser would leave the page to open a dropped
 * file. */

/** @param {number} most Largest file that the server accepts, in bytes. @param {(text: string) => void} ontext @param {(words: string) => void} complain */
export function takeTexts(most, ontext, complain) {
  /** @param {Event} event @param {DataTransfer|null} data */
  async function take(event, data) {
    event.preventDefault();
    const file = data?.files[0];
    if (!file) return ontext(data?.getData("text/plain") ?? "");
    if (file.size > most) return complain(`This file is larger than this server accepts (${most} bytes). Use a file with one puzzle.`);
    ontext(await file.text());
  }

  document.addEventListener("dragover", (event) => { if (!isEntry(event)) event.preventDefault(); });
  document.addEventListener("drop", (event) => { if (!isEntry(event)) take(event, event.dataTransfer); });
  document.addEventListener("paste", (event) => {
    if (!isEntry(event) && !document.querySelector("dialog[open]")) take(event, event.clipboardData);
  });
}

/** Whether text is dragged or pasted into a field: then the browser handles it. @param {DragEvent|ClipboardEvent} event */
function isEntry(event) {
  const files = "dataTransfer" in event && event.dataTransfer?.types.includes("Files");
  return !files && /** @type {Element} */ (event.target).closest("input:not([type=range], [type=checkbox]), textarea") !== null;
}
