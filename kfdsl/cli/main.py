"""The entry point: `kfdsl COMMAND …`.

In:   the words of the command line.      Out:  an exit code: 0 fine, 1 content at fault, 2 called wrongly, 3 our own fault.
Whatever was typed ends in words, not in a traceback.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import typer

from kfdsl.cli.terminal import output

app = typer.Typer(
    name="kfdsl",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Board game rules as data: check packs, run their examples, look at rules, play.",
)

# What typer raises for a word it cannot read; its own name for it moves from version to version.
_UNREADABLE: Any = typer.BadParameter.__mro__[2]
_INTERRUPTED = 130  # what shells expect after Ctrl-C

Json = Annotated[bool, typer.Option("--json", help="Print values for a program.")]
Wanted = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PACK",
        show_default=False,
        help="Names of shipped packs, folders or zips. [default: the packs of this folder; where there are none, all shipped ones]",
    ),
]
Packs = Annotated[
    str | None,
    typer.Option(
        "--packs",
        metavar="A,B",
        help="Packs, folders or zips, with commas between; `all` for all shipped packs. [default: the packs of this folder; where "
        "there are none, all]",
    ),
]


def _usual_packs() -> str:
    from kfdsl.cli.terminal.arguments import usual_packs

    return usual_packs()


@app.callback(invoke_without_command=True)
def _options(
    context: typer.Context, version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False
) -> None:
    if version:
        from kfdsl.api import VERSION as __version__

        output.say(f"kfdsl {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        output.complain(context.get_help())
        raise typer.Exit(output.CALLED_WRONGLY)


@app.command()
def packs(wanted: Wanted = None, json: Json = False) -> int:
    """List packs, or tell what is in the ones named."""
    from kfdsl.cli.commands.packs import packs

    return packs(wanted or [], json)


@app.command()
def check(
    wanted: Wanted = None,
    json: Json = False,
    bounds: Annotated[bool, typer.Option("--bounds", help="Also print what each rule costs at most.")] = False,
    players: Annotated[
        str | None, typer.Option("--players", show_default=False, help="With --bounds: for how many players; otherwise for as many as may play.")
    ] = None,
) -> int:
    """Find every mistake in packs, taken together."""
    from kfdsl.cli.commands.check import check

    return check(wanted or [_usual_packs()], json, bounds, players)


@app.command()
def fmt(
    paths: Annotated[
        list[Path] | None, typer.Argument(metavar="PATH", show_default=False, help="Folders or files of your own.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; exit with 1 if something would change.")
    ] = False,
) -> int:
    """Indent texts and remove what is blank too much; comments and lines stay, and so does the meaning."""
    from kfdsl.cli.commands.fmt import fmt

    if not paths:
        raise output.Wrong("name a folder or a file; `kfdsl fmt .` sets all texts below this folder in order")
    return fmt(paths, check)


@app.command()
def test(
    wanted: Wanted = None,
    text: Annotated[
        str, typer.Option("-k", metavar="TEXT", help="Only examples with this in their title or file.")
    ] = "",
    trace: Annotated[
        bool, typer.Option("--trace", help="Tell of every example how it went; otherwise of those that fail.")
    ] = False,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="List the parts of rules that none of these examples comes to.")
    ] = False,
    json: Json = False,
) -> int:
    """Run the examples that stand in packs."""
    from kfdsl.cli.commands.test import test

    return test(wanted or [_usual_packs()], text, json, trace, coverage)


@app.command()
def explain(
    code: Annotated[
        str | None,
        typer.Argument(metavar="CODE", show_default=False, help="What stands between the brackets: error[CODE]."),
    ] = None,
    json: Json = False,
) -> int:
    """Tell what the code of a mistake means, with an example; without one, list all codes."""
    from kfdsl.cli.commands.explain import explain

    return explain(code, json)


@app.command()
def show(
    name: Annotated[str, typer.Argument(help="A thing, action, query, effect, flow, kind, place …")],
    packs: Packs = None,
    language: Annotated[
        str | None, typer.Option("--language", metavar="L", help="In which language a thing reads. [default: all]")
    ] = None,
    code: Annotated[bool, typer.Option("--code", help="Print the generated Python as well.")] = False,
    json: Json = False,
) -> int:
    """Show something of the content, each line with the pack that wrote it."""
    from kfdsl.cli.commands.show import show

    return show(name, packs or _usual_packs(), language, code, json)


@app.command()
def why(
    path: Annotated[
        str, typer.Argument(metavar="THING.FIELD", help="A field, with its face if wanted; or a thing, a place.")
    ],
    packs: Packs = None,
    json: Json = False,
) -> int:
    """Tell who set a value: the default, the thing itself, every patch."""
    from kfdsl.cli.commands.why import why

    return why(path, packs or _usual_packs(), json)


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the pack is called: small letters, digits, `_`.")],
    folder: Annotated[
        Path | None,
        typer.Option("--in", metavar="FOLDER", help="A new folder for it. [default: one of its name, here]"),
    ] = None,
    like: Annotated[
        str | None,
        typer.Option("--like", metavar="THING", help="Begin with a copy of a thing, for the game it belongs to."),
    ] = None,
    packs: Packs = None,
) -> int:
    """Write a small pack that loads: a card, a rule, an example, a manifest."""
    from kfdsl.cli.commands.new import new

    return new(name, folder, like, packs or _usual_packs())


@app.command()
def play(
    packs: Annotated[
        str | None, typer.Option("--packs", metavar="A,B", help="As for `show`. [default: likewise, or those of the save]")
    ] = None,
    players: Annotated[
        str | None, typer.Option("--players", metavar="ANN,BEN", help="Who plays. [default: you]")
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            "--bots",
            metavar="N|NAMES",
            help="How many bots join, or which (greedy, random), or who is one (ann, ben=random).",
        ),
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="N", help="The same seed and choices give the same game.")
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="PACK.OPTION=VALUE", help="Settle an option of a pack; may be said again."),
    ] = None,
    load: Annotated[
        Path | None, typer.Option("--load", metavar="FILE", help="Go on with a saved game, and keep it there.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Where to keep the game. [default: a new file here]")
    ] = None,
    if_changed: Annotated[
        str | None,
        typer.Option(
            "--if-changed",
            metavar="WHAT",
            help="What counts of a saved game if packs changed and lead elsewhere: `position`, as it was saved, or `log`, its choices. "
            "[default: neither; the first difference is told]",
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Bots play; print the score sheet for a program.")] = False,
) -> int:
    """Play in the terminal; without one, bots play the whole game."""
    from kfdsl.cli.commands.play import play

    return play(
        packs=packs,
        players=players,
        bots=bots,
        seed=seed,
        option=option or [],
        load=load,
        save=save,
        if_changed=if_changed,
        json=json,
    )


@app.command()
def sim(
    packs: Packs = None,
    players: Annotated[
        str | None,
        typer.Option("--players", metavar="N", help="How many sit at the table. [default: 4, if so many may]"),
    ] = None,
    games: Annotated[str, typer.Option("--games", metavar="N", help="How many games are played.")] = "100",
    seed: Annotated[
        str, typer.Option("--seed", metavar="N", help="The same seed gives the same numbers, with any number of jobs.")
    ] = "1",
    bots: Annotated[
        str | None,
        typer.Option(
            "--bots",
            metavar="A,B",
            help="Who plays: greedy or random; the last one takes the seats that are left. They change seats from game to game.",
        ),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="PACK.OPTION=VALUE", help="Settle an option of a pack; may be said again."),
    ] = None,
    jobs: Annotated[
        str | None, typer.Option("--jobs", metavar="N", help="How many processes play. [default: one a processor]")
    ] = None,
    json: Json = False,
) -> int:
    """Let bots play many games, and tell what they came to and what every card did."""
    from kfdsl.cli.commands.sim import sim

    return sim(
        packs=packs or _usual_packs(),
        players=players,
        games=games,
        seed=seed,
        bots=bots,
        option=option or [],
        jobs=jobs,
        json=json,
    )


def main(words: Sequence[str] | None = None) -> int:
    """Run a command; the exit code is the answer."""
    output.prepare()
    try:
        code = _run(list(sys.argv[1:] if words is None else words))
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:  # the reader has seen enough
        _forget_output()
        return output.FINE
    except OSError as problem:  # such as a full disk behind `>`
        _forget_output()
        with suppress(OSError):
            output.complain(f"kfdsl: the output cannot be written: {problem.strerror or problem}")
        return output.CALLED_WRONGLY
    return code


@cache
def _command() -> Callable[..., Any]:
    """All commands as typer reads them, worked out once however often a process calls."""
    return typer.main.get_command(app)


def _run(words: list[str]) -> int:
    try:
        found = _command()(words, prog_name="kfdsl", standalone_mode=False)
        return found if isinstance(found, int) else output.FINE
    except output.Wrong as mistake:
        output.complain(f"kfdsl: {mistake}")
        return output.CALLED_WRONGLY
    except output.Told as told:
        return told.code
    except output.Broken as mistake:
        output.complain(str(mistake))
        return output.AT_FAULT
    except (KeyboardInterrupt, typer.Abort):
        return _INTERRUPTED
    except OSError:
        raise
    except SystemExit as leaving:  # what typer makes of a reader that has gone
        raise BrokenPipeError from leaving
    except Exception as mistake:
        from kfdsl.engine.play.game import CannotGoOn

        if isinstance(mistake, _UNREADABLE):
            return _unreadable(mistake)
        if isinstance(mistake, CannotGoOn):
            output.complain(f"kfdsl: the rules do not go on: {mistake}")
            return output.AT_FAULT
        return _ours(mistake)


def _unreadable(mistake: Any) -> int:
    """One line, and where to read more."""
    said = " ".join(str(mistake.format_message()).split())
    command = mistake.ctx.command_path if getattr(mistake, "ctx", None) else "kfdsl"
    output.complain(f"{command}: {said[:1].lower() + said[1:].rstrip('.')} (see `{command} --help`)")
    return output.CALLED_WRONGLY


def _ours(mistake: Exception) -> int:
    """A fault of kfdsl: where, in one line; the whole story for those who ask."""
    if os.environ.get("KFDSL_TRACE"):
        traceback.print_exception(mistake)
    at = traceback.extract_tb(mistake.__traceback__)[-1]
    what = f"{type(mistake).__name__}: {mistake}" if str(mistake) else type(mistake).__name__
    output.complain(
        f"kfdsl: this is a fault of kfdsl itself, not of yours: {what} ({Path(at.filename).name}:{at.lineno}); "
        "KFDSL_TRACE=1 tells more"
    )
    return output.OURS


def _forget_output() -> None:
    """Python flushes once more when it ends; give it somewhere to."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
