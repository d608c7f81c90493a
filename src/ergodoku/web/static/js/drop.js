/** A file or a text that is dropped anywhere on the page; without this, the browser would leave for the file. */

/** @param {number} most Bytes that the server takes. @param {(text: string) => void} ontext @param {(words: string) => void} complain */
export function takeDrops(most, ontext, complain) {
  document.addEventListener("dragover", (event) => { if (!isEntry(event)) event.preventDefault(); });
  document.addEventListener("drop", async (event) => {
    if (isEntry(event)) return;
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (!file) return ontext(event.dataTransfer?.getData("text/plain") ?? "");
    if (file.size > most) return complain(`This file is larger than this server takes (${most} bytes); give it one puzzle.`);
    ontext(await file.text());
  });
}

/** Whether text is moved into a field, which is the browser's work. @param {DragEvent} event */
function isEntry(event) {
  const files = event.dataTransfer?.types.includes("Files");
  return !files && /** @type {Element} */ (event.target).closest("input, textarea") !== null;
}
