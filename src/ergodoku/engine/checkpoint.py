"""Save a run, and continue it later from exactly the same point, even in another process.

A checkpoint is one ``.npz`` file of plain arrays: the state of every replica, and a JSON header that
describes the run. If writing fails, an existing file stays as it was. Compiled kernels trust the state that
they are given, so a checkpoint carries a seal. `load` refuses a file whose content does not match its seal.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ergodoku._version import __version__
from ergodoku.base.arguments import file_path, whole_number
from ergodoku.base.errors import ErgodokuError, ParameterError
from ergodoku.base.files import whole
from ergodoku.engine.run import Run
from ergodoku.engine.steering import Steering
from ergodoku.engine.stop import Stop
from ergodoku.methods.contender import Contender
from ergodoku.methods.method import State
from ergodoku.methods.parameters import as_dict
from ergodoku.methods.registry import Method, find, method_of
from ergodoku.puzzle.boards import kind_of
from ergodoku.puzzle.formats import parse

FORMAT = 2  # version 0.1.0 wrote format 1


def save(run: Run, path: str | Path) -> None:
    """Write a run to a file; the run can continue afterwards."""
    if not isinstance(run, Run):
        raise ParameterError(f"run is {kind_of(run)}", "give a Run, such as Run(puzzle)")
    path = file_path(path)
    run.start()
    header = {
        "ergodoku": __version__,
        "checkpoint": FORMAT,
        "puzzle": run.puzzle.to("json"),
        "kind": run.method.name,
        "label": run.contender.label,
        "preset": run.contender.preset,
        "parameters": as_dict(run.method),
        "own": not _known(run.method),
        "seed": run.seed,
        "replicas": run.replicas,
        "started": len(run.searches),  # fewer than `replicas` if there was no time to start all
        "seconds": run.seconds,
        "cpu_seconds": run.cpu_seconds,
        "steering": [list(change) for change in run.steering.made],
        "coming": [list(change) for change in run.steering.coming],
    }
    if run.walks.lagging:  # the last slice was halted, and some walks have not reached its end
        header |= {"reached": run.walks.reached, "goal": run.walks.goal}
    arrays: dict[str, Any] = {}
    for replica, search in enumerate(run.searches):
        arrays |= {f"{replica}/{name}": array for name, array in search.state().items()}
    text = json.dumps(header | {"seal": seal(header, arrays)})
    buffer = io.BytesIO()
    np.savez_compressed(buffer, header=np.frombuffer(text.encode(), dtype=np.uint8), **arrays)
    try:
        with whole(path) as part:
            part.write_bytes(buffer.getvalue())
    except OSError as error:
        raise ErgodokuError(
            f"cannot write the checkpoint {str(path)!r}: {error.strerror}", "choose another place"
        ) from None


def load(
    path: str | Path,
    method: str | Method | Contender | None = None,
    *,
    stop: Stop | float | None = None,
    workers: int | None = None,
    callbacks: Sequence[object] = (),
    keyframes: bool = False,
) -> Run:
    """Return a run that continues from a checkpoint.

    Parameters
    ----------
    path : str or Path
        A file that `save` wrote.
    method : str, Method or Contender, optional
        The method of the run. Needed only if you wrote the method or its schedule yourself.
    stop, workers, callbacks, keyframes
        As for `Run`; a checkpoint does not store these.
    """
    path = file_path(path)
    chosen = None if method is None else Contender.of(method).method
    try:
        content = io.BytesIO(Path(path).read_bytes())  # numpy would leave a damaged file open
        with np.load(content, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        header = json.loads(arrays.pop("header").tobytes())
        version = header["checkpoint"]
    except (FileNotFoundError, IsADirectoryError, PermissionError) as error:
        raise ErgodokuError(
            f"cannot read the checkpoint {str(path)!r}: {error.strerror}", "check the name of the file"
        ) from None
    except Exception as error:  # a damaged archive fails in many ways
        raise _damaged(path) from error
    if version != FORMAT:
        raise ErgodokuError(
            f"the checkpoint {str(path)!r} was saved by ergodoku {header.get('ergodoku')}, "
            f"in a format that {__version__} cannot read",
            "resume with the version that saved it, or start the run again",
        )
    if header.pop("seal", "") != seal(header, arrays):
        raise _damaged(path)
    if chosen is None and header.get("own"):
        raise ErgodokuError(
            f"the checkpoint {str(path)!r} uses a method or schedule of your own",
            "pass the method: load(path, method=...)",
        )
    try:
        if chosen is None:
            chosen = method_of(find(header["kind"]).method, header["parameters"])
        puzzle, seed, replicas = parse(header["puzzle"]), header["seed"], header["replicas"]
        contender = Contender(str(header["label"]), chosen, str(header["preset"]))
        started = whole_number("started", header.get("started", replicas), 0, replicas)
        seconds = float(header["seconds"]), float(header.get("cpu_seconds", 0.0))
        steered = Steering(header.get("steering", ())).coming
        lag = (int(header["reached"]), int(header["goal"])) if "goal" in header else None
    except (ValueError, KeyError, TypeError) as error:
        raise _damaged(path) from error
    run = Run(
        puzzle,
        contender,
        seed=seed,
        replicas=replicas,
        stop=stop,
        workers=workers,
        callbacks=callbacks,
        keyframes=keyframes,
        steering=header.get("coming", ()),
    )
    run.steering.made += steered
    try:
        run.resume([_part(arrays, f"{replica}/") for replica in range(started)], *seconds, lag)
    except (ValueError, KeyError, IndexError, TypeError) as error:
        raise _damaged(path) from error
    return run


def seal(header: Mapping[str, Any], arrays: Mapping[str, Any]) -> str:
    """Return a digest of everything in a checkpoint except the seal."""
    digest = hashlib.sha256(json.dumps(header, sort_keys=True).encode())
    for name in sorted(arrays):
        array = np.asarray(arrays[name])
        digest.update(f"{name} {array.dtype.str} {array.shape}".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()


def _part(arrays: dict[str, Any], start: str) -> State:
    """Return the arrays whose names begin with ``start``, under their names without this prefix."""
    return {name[len(start) :]: array for name, array in arrays.items() if name.startswith(start)}


def _known(method: Method) -> bool:
    """Return whether a method can be rebuilt from its name and parameters."""
    try:
        return bool(method_of(find(method.name).method, as_dict(method)) == method)
    except ParameterError:
        return False


def _damaged(path: str | Path) -> ErgodokuError:
    return ErgodokuError(
        f"the checkpoint {str(path)!r} is damaged or not a checkpoint", "start the run again"
    )
