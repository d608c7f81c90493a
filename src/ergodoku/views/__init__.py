"""What people see of a search: boards, plots, animations, the terminal, notebooks.

- ``board``: what a board shows, for all of them; ``numbers`` and ``history``: how a search stands
- ``plots`` with ``plot_*`` (matplotlib); ``series`` has the numbers behind them, ``style`` their look
- ``animation`` with ``animation_*`` (Pillow)
- ``terminal`` with ``terminal_*`` (rich): the live view of a run; ``race_*``: of a race, and what it leaves
- ``notebook`` with ``notebook_picture``: a watched run in a notebook
- ``files``: the files that these write
"""
