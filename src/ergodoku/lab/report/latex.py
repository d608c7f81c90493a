"""Tables for a paper: LaTeX with the rules of ``booktabs``."""

from __future__ import annotations

import re

from ergodoku.base.numbers import NOTHING
from ergodoku.lab.analysis import Table

SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": "$<$",
    ">": "$>$",
    "|": "$|$",
    '"': r"\textquotedbl{}",
    "µ": r"\textmu{}",
    "…": r"\dots{}",
}


def latex_table(table: Table, label: str) -> str:
    r"""Return a table as a LaTeX float with its caption and the label ``tab:LABEL``.

    The paper must say ``\usepackage{booktabs}``.

    Examples
    --------
    >>> print(latex_table(Table("Time in s", ("contender", "p"), (("lewis", "4e-11"),)), "time"))
    % \usepackage{booktabs}
    \begin{table}
      \centering
      \caption{Time in s}
      \label{tab:time}
      \begin{tabular}{lr}
        \toprule
        contender & p \\
        \midrule
        lewis & $4 \times 10^{-11}$ \\
        \bottomrule
      \end{tabular}
    \end{table}
    <BLANKLINE>
    """
    columns = "l" * table.names + "r" * (len(table.heads) - table.names)
    heads = " & ".join(_text(head) for head in table.heads)
    rows = [
        " & ".join(_text(cell) if k < table.names else _number(cell) for k, cell in enumerate(row))
        for row in table.rows
    ]
    lines = [
        r"% \usepackage{booktabs}",
        r"\begin{table}",
        r"  \centering",
        rf"  \caption{{{_text(table.title)}}}",
        rf"  \label{{tab:{label}}}",
        rf"  \begin{{tabular}}{{{columns}}}",
        r"    \toprule",
        rf"    {heads} \\",
        r"    \midrule",
        *(rf"    {row} \\" for row in rows),
        r"    \bottomrule",
        r"  \end{tabular}",
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def _text(text: str) -> str:
    """Return a text with LaTeX's special characters escaped."""
    return "".join(SPECIAL.get(mark, mark) for mark in text.replace("\n", " "))


def _number(text: str) -> str:
    """Return a number, or a range of two numbers, in LaTeX."""
    if text == NOTHING:
        return "--"
    text = _text(re.sub(r" \.\. |(?<=\d)-(?=\d)", "--", text))
    return re.sub(r"(\d(?:\.\d+)?)e(-?)\+?0*(\d+)", r"$\1 \\times 10^{\2\3}$", text)
