/** Accept a file or a text that is dropped anywhere on the page. Without this, the browser would leave the page and open the file. */

/** @param {number} most Largest file that the server accepts, in bytes. @param {(text: string) => void} ontext @param {(words: string) => void} complain */
export function takeDrops(most, ontext, complain) {
  document.addEventListener("dragover", (event) => { if (!isEntry(event)) event.preventDefault(); });
  document.addEventListener("drop", async (event) => {
    if (isEntry(event)) return;
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (!file) return ontext(event.dataTransfer?.getData("text/plain") ?? "");
    if (file.size > most) return complain(`This file is larger than this server accepts (${most} bytes). Use a file with one puzzle.`);
    ontext(await file.text());
  });
}

/** Whether text is dragged into a field, which the browser handles itself. @param {DragEvent} event */
function isEntry(event) {
  const files = event.dataTransfer?.types.includes("Files");
  return !files && /** @type {Element} */ (event.target).closest("input, textarea") !== null;
}
