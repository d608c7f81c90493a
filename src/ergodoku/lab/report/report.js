// A click on a column's heading sorts the table by that column; the page also works without scripts.
const sizes = { M: 1e6, G: 1e9, T: 1e12 };

function worth(text) {
  const found = text.replace(/,/g, "").match(/(>?)\s*(-?[\d.]+(?:e[+-]?\d+)?)\s*([MGT]?)/);
  return found ? Number(found[2]) * (sizes[found[3]] ?? 1) * (found[1] ? 1.000001 : 1) : Infinity;
}

for (const table of document.querySelectorAll("table")) {
  for (const [column, head] of [...table.tHead.rows[0].cells].entries()) {
    const button = document.createElement("button");
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const text = (row) => row.cells[column].textContent;
      const byName = head.classList.contains("name");
      const order = (a, b) => byName ? text(a).localeCompare(text(b), undefined, { numeric: true })
                                     : worth(text(a)) - worth(text(b)) || 0;
      const rows = [...table.tBodies[0].rows].sort((a, b) => down ? order(b, a) : order(a, b));
      table.tBodies[0].append(...rows);
    });
  }
}
