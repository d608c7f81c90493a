"""The temperatures of one search: computed in blocks by its schedule, changed by reheats and steering."""

from __future__ import annotations

import numpy as np

from ergodoku.base.errors import ParameterError
from ergodoku.landscape.boxes import Boxes
from ergodoku.landscape.random import Words
from ergodoku.methods.annealing.reheat import Reheat
from ergodoku.methods.parameters import MOST
from ergodoku.methods.schedules import HUGE, Floats, Schedule

BLOCK = 4096  # number of epochs whose temperatures are computed at a time
# The positions in `heat`: the factor by which a reheat multiplies the schedule, and the current temperature
# of a schedule with `steer` (nan before its first change).
SCALE, STEERED = range(2)


class Thermostat:
    """The temperatures of a schedule on one puzzle.

    Parameters
    ----------
    schedule : Schedule
        The schedule; it is prepared for the puzzle first.
    landscape, rng
        Passed to the schedule's ``prepare``.
    """

    def __init__(self, schedule: Schedule, landscape: Boxes, rng: Words) -> None:
        self.schedule = schedule.prepare(landscape, rng)
        self.epoch_length = _epoch_length(self.schedule)
        self.steer = self.schedule.steer
        self.heat = np.array([1.0, np.nan])
        self.hand = np.array([np.nan])  # the temperature held by hand; nan if none
        self.first, self.block = 0, np.empty(0)  # the first epoch of the block, and its temperatures

    def at(self, epoch: int) -> float:
        """Return the temperature of an epoch; compute a new block if needed."""
        if self.held:
            if not self.first <= epoch < self.first + len(self.block):
                self.first, self.block = epoch, np.full(1 if self.steer else BLOCK, self.hand[0])
            return float(self.hand[0])
        if not self.first <= epoch < self.first + len(self.block) or self.steer:
            self.first = epoch if self.steer else epoch - epoch % BLOCK
            if self.steer and not np.isnan(self.heat[STEERED]):
                self.block = np.full(1, self.heat[STEERED])
            else:
                self.block = self._scheduled(1 if self.steer else BLOCK) * self.heat[SCALE]
        return float(self.block[epoch - self.first])

    @property
    def held(self) -> bool:
        """Whether the temperature is held by hand."""
        return not np.isnan(self.hand[0])

    def hold(self, temperature: float | None) -> None:
        """Hold a temperature, or return to the schedule (None)."""
        self.hand[0] = np.nan if temperature is None else temperature
        self.forget()

    def warm(self, epoch: int, floor: float) -> Floats:
        """Return the block without its cold end.

        It then ends before the first temperature below ``floor``; epochs before ``epoch`` are not checked.
        """
        now = epoch - self.first
        cold = np.flatnonzero(self.block[now:] < floor)
        return self.block[: now + int(cold[0])] if len(cold) else self.block

    def reheat(self, reheat: Reheat, temperature: float) -> None:
        """Start the schedule again, from the changed temperature or (``restart``) from its own start."""
        self.forget()
        if reheat.how == "restart":
            self.heat[:] = 1.0, np.nan
            return
        warmer = temperature * reheat.amount if reheat.how == "multiply" else temperature + reheat.amount
        warmer = min(warmer, HUGE)  # without cooling, reheats could raise the temperature without limit
        base = float(np.asarray(self.schedule.temperatures(np.zeros(1)))[0])
        if not 0 < base < np.inf:
            raise ParameterError(
                f"the schedule {self.schedule!r} starts at {base:g}, so it cannot be reheated",
                "start it above 0, or reheat with how=restart",
            )
        self.heat[:] = warmer / base, warmer if self.steer else np.nan

    def follow(self, acceptance: float) -> None:
        """Let the schedule choose the next temperature by the acceptance of the last epoch."""
        if self.steer and not self.held:
            now = self.block[0] if np.isnan(self.heat[STEERED]) else self.heat[STEERED]
            self.heat[STEERED] = self.steer(float(now), acceptance)

    def forget(self) -> None:
        """Discard the block, so that it is computed again."""
        self.block = np.empty(0)

    def _scheduled(self, count: int) -> Floats:
        epochs = np.arange(self.first, self.first + count, dtype=np.float64)
        given = self.schedule.temperatures(epochs)
        try:
            values = np.asarray(given, dtype=np.float64)
        except (TypeError, ValueError):
            values = np.empty(0)
        if values.shape != epochs.shape or not (values >= 0).all():
            raise ParameterError(
                f"the schedule {self.schedule!r} did not return valid temperatures",
                f"return one number, 0 or more, for each of the {count} epochs",
            )
        return values


def _epoch_length(schedule: Schedule) -> int:
    length = schedule.epoch
    if isinstance(length, bool) or not isinstance(length, int | np.integer) or not 1 <= length <= MOST:
        raise ParameterError(
            f"the schedule {schedule!r} has epochs of {length!r} iterations", "give a whole number, 1 or more"
        )
    return int(length)
