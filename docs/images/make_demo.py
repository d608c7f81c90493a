"""Draw demo.svg, the picture in the README: what ``make demo`` prints.

Usage: ``python docs/images/make_demo.py``
"""

from __future__ import annotations

import io
import re
import runpy
from pathlib import Path

from rich.console import Console

HERE = Path(__file__).parent


def main() -> None:
    demo = runpy.run_path(str(HERE.parents[1] / "examples" / "demo.py"))
    console = Console(record=True, width=92, file=io.StringIO(), highlight=False)
    demo["main"](Console(file=io.StringIO()))  # compiles, and says so
    demo["main"](console)
    svg = console.export_svg(title="make demo", unique_id="demo")
    # The fonts would be fetched from elsewhere; any monospaced one does, since every piece has its width.
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    (HERE / "demo.svg").write_text(svg.replace("Fira Code", "ui-monospace"), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
