"""The requests of clients: read and checked by pydantic, and described in the OpenAPI document."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from ergodoku.web.messages import FASTEST, SLOWEST

Box = Annotated[str, Field(max_length=9, description="Rows and columns of a box.", examples=["3x3"])]
LayoutName = Annotated[
    str,
    Field(
        max_length=8_192,
        description="classic, diagonal, windows, latin, or jigsaw:MAP with one letter for each cell.",
        examples=["classic"],
    ),
]
Text = Annotated[
    str,
    Field(
        max_length=60_000,
        description="A puzzle in any format that Ergodoku reads.",
        examples=["8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."],
    ),
]
Seed = Annotated[int, Field(ge=0, le=2**63 - 1, description="The same seed gives the same result.")]
Setting = bool | int | float | str | None


class Strict(BaseModel):
    """A request that may not have unknown fields."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class PuzzleAsked(Strict):
    """A puzzle to check."""

    puzzle: Text
    box: Box | None = None
    layout: LayoutName = "classic"


class SeedsAsked(PuzzleAsked):
    """A puzzle to run with many seeds."""

    seed: Seed = 0
    runs: Annotated[int, Field(ge=1, le=1_000)] = 100


class RecipeAsked(Strict):
    """A puzzle to make."""

    box: Box | None = None
    size: Annotated[int, Field(ge=0, le=1_000, description="Default: from the box, or 9.")] | None = None
    layout: LayoutName = "classic"
    fraction: Annotated[float, Field(ge=0, le=1)] | None = None
    clues: Annotated[int, Field(ge=0, le=10_000)] | None = None
    difficulty: Annotated[str, Field(max_length=40)] | None = None
    pattern: Annotated[
        str, Field(max_length=40, description="How the blank cells are spread: random or balanced.")
    ] = "random"
    unique: bool | None = None
    seed: Seed | None = None


class ContenderAsked(Strict):
    """One method of a run."""

    method: Annotated[str, Field(max_length=80)] = "auto"
    parameters: Annotated[dict[str, Setting], Field(max_length=60, description="Parameters to set.")] = {}


class RunAsked(Strict):
    """A run to start; with more than one contender it is a race."""

    puzzle: Text
    box: Box | None = None
    layout: LayoutName = "classic"
    contenders: Annotated[list[ContenderAsked], Field(min_length=1, max_length=64)] = [ContenderAsked()]
    seed: Seed = 0
    time_limit: Annotated[float, Field(gt=0, description="Seconds, up to the server's limit.")] | None = None
    until: Annotated[
        Literal["first", "all"],
        Field(description="End a race with its first solution, or when all contenders have ended."),
    ] = "first"
    paused: bool = False
    watchable: Annotated[
        bool, Field(description="Leave logic out if it alone would solve the puzzle without any search.")
    ] = False
    steering: Annotated[
        list[tuple[int, float | None]],
        Field(
            max_length=1_000,
            description="Temperatures to hold from the given iterations on; null returns to the schedule.",
        ),
    ] = []
    speed: Annotated[float, Field(ge=SLOWEST, le=FASTEST, description="Iterations per second.")] | None = None
