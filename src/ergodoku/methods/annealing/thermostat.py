"""The temperatures of one search: those of its schedule a block at a time, as reheated and steered."""

from __future__ import annotations

import numpy as np

from ergodoku.base.errors import ParameterError
from ergodoku.landscape.boxes import Boxes
from ergodoku.landscape.random import Words
from ergodoku.methods.annealing.reheat import Reheat
from ergodoku.methods.parameters import MOST
from ergodoku.methods.schedules import HUGE, Floats, Schedule

BLOCK = 4096  # epochs whose temperatures are worked out at a time
SCALE, STEERED = range(2)  # in `heat`: what the schedule is multiplied by; where it was steered to, or nan


class Thermostat:
    """A schedule at work on one puzzle.

    Parameters
    ----------
    schedule : Schedule
        It is prepared for the puzzle.
    landscape, rng
        What it is prepared with.
    """

    def __init__(self, schedule: Schedule, landscape: Boxes, rng: Words) -> None:
        self.schedule = schedule.prepare(landscape, rng)
        self.epoch_length = _epoch_length(self.schedule)
        self.steer = self.schedule.steer
        self.heat = np.array([1.0, np.nan])
        self.hand = np.array([np.nan])  # the temperature that a hand holds; nan if none does
        self.first, self.block = 0, np.empty(0)  # the epoch that the block begins with

    def at(self, epoch: int) -> float:
        """Return the temperature of an epoch; work out a new block where it is not known."""
        if self.held:
            if not self.first <= epoch < self.first + len(self.block):
                self.first, self.block = epoch, np.full(BLOCK, self.hand[0])
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
        """Whether a hand holds the temperature."""
        return not np.isnan(self.hand[0])

    def hold(self, temperature: float | None) -> None:
        """Hold a temperature, or let the schedule go on."""
        self.hand[0] = np.nan if temperature is None else temperature
        self.forget()

    def warm(self, epoch: int, floor: float) -> Floats:
        """Return the block up to where, from an epoch on, it falls below the floor."""
        now = epoch - self.first
        cold = np.flatnonzero(self.block[now:] < floor)
        return self.block[: now + int(cold[0])] if len(cold) else self.block

    def reheat(self, reheat: Reheat, temperature: float) -> None:
        """Let the schedule begin again: at a temperature above the one now, or as at its start."""
        self.forget()
        if reheat.how == "restart":
            self.heat[:] = 1.0, np.nan
            return
        warmer = temperature * reheat.amount if reheat.how == "multiply" else temperature + reheat.amount
        warmer = min(warmer, HUGE)  # a schedule that does not cool would be heated without end
        base = float(np.asarray(self.schedule.temperatures(np.zeros(1)))[0])
        if not 0 < base < np.inf:
            raise ParameterError(
                f"the schedule {self.schedule!r} starts at {base:g}, so it cannot be reheated",
                "let it start above 0, or reheat with how=restart",
            )
        self.heat[:] = warmer / base, warmer if self.steer else np.nan

    def follow(self, acceptance: float) -> None:
        """Steer by the share of proposals accepted in the epoch that has ended."""
        if self.steer and not self.held:
            now = self.block[0] if np.isnan(self.heat[STEERED]) else self.heat[STEERED]
            self.heat[STEERED] = self.steer(float(now), acceptance)

    def forget(self) -> None:
        """Forget the block, so that it is worked out again."""
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
                f"the schedule {self.schedule!r} gave no temperatures, too few, or negative ones",
                f"return one number from 0 up for each of the {count} epochs asked for",
            )
        return values


def _epoch_length(schedule: Schedule) -> int:
    length = schedule.epoch
    if isinstance(length, bool) or not isinstance(length, int | np.integer) or not 1 <= length <= MOST:
        raise ParameterError(
            f"the schedule {schedule!r} has epochs of {length!r} iterations", "give a whole number from 1 up"
        )
    return int(length)
