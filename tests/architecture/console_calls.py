"""Which screen of the console sends which operation of the API, read from the console's sources.

Biome keeps every declaration of a file at its left margin, so a file is cut into them. From the component of a screen,
names lead to other declarations, also to those of other files, and those hold the calls. A call whose path cannot be
read, or that names no operation, is an error: no call is passed over.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

TOP = Path(__file__).parents[2]
SOURCES = TOP / "console/src"
_STATEMENT = re.compile(r"(?m)^(?=(?:import|export|const|let|async|function|class|interface|type|declare)\b)")
_NAMED = re.compile(r"(?:export )?(default )?(?:async )?(?:(?:function|const|let|class) )?(\w+)")
_IMPORT = re.compile(r'import (?:(\w+)(?:, )?)?(?:\{([^}]*)\} )?(?:from )?"(\.[^"]+)"')
_LOADED = re.compile(r'import\("(\.[^"]+)"\)(?:\)\.(\w+))?')
_WORD = re.compile(r"(?<![\w.$])(?:\.\.\.)?([A-Za-z_]\w*)")
_CALL = re.compile(r"\bclient\s*\.\s*(GET|POST|PUT|PATCH|DELETE)\(\s*")
_ADDRESS = re.compile(r"""(?<![\[<])["`](/(?:api|oauth2|health)/[^"`\s?]*)[?"`]""")
_CONSTANT = re.compile(r"(?:export )?const \w+(?:: \w+)? =\s+([^=;]*?)(?: as const)?;\s*$")
Declaration = tuple[Path, str]
"""A file, and a name in it; `default` is what the file exports so."""


@cache
def operations() -> dict[str, str]:
    """`GET /path` → what it does, of docs/openapi.json."""
    paths = json.loads((TOP / "docs/openapi.json").read_text(encoding="utf-8"))["paths"]
    return {f"{verb.upper()} {path}": told["summary"] for path, item in paths.items() for verb, told in item.items()}


def calls_from(roots: set[Declaration]) -> set[str]:
    """The operations that these declarations send, and all that they lead to."""
    seen: set[Declaration] = set()
    waiting = list(roots)
    while waiting:
        at = waiting.pop()
        if at not in seen:
            seen.add(at)
            waiting += _leads_to(at)
    return {call for at in seen for call in _sent_by(at)}


@cache
def declarations(file: Path) -> dict[str, str]:
    """Name → text, of a source without its comments. Types send nothing."""
    source = re.sub(r"(?ms)/\*.*?\*/|^\s*//.*?$", "", file.read_text(encoding="utf-8"))
    found: dict[str, str] = {}
    for text in _STATEMENT.split(source):
        named = _NAMED.match(text)
        if named and not re.match(r"(?:export )?(?:import|interface|type|declare)\b", text):
            found[named[2]] = text
            if named[1]:
                found["default"] = text
    return found


@cache
def imports(file: Path) -> dict[str, Declaration]:
    """Name here → what it is elsewhere."""
    found: dict[str, Declaration] = {}
    for whole, names, path in _IMPORT.findall(file.read_text(encoding="utf-8")):
        target = _file(file, path)
        if target is None:
            continue
        if whole and whole != "type":
            found[whole] = (target, "default")
        for name in filter(None, map(str.strip, names.split(","))):
            original, _, here = name.partition(" as ")
            found[here or original] = (target, original)
    return found


def _file(source: Path, path: str) -> Path | None:
    """The source that `path` names; None for styles and pictures."""
    target = (source.parent / path).resolve()
    return next((at for end in (".ts", ".tsx") if (at := target.with_name(target.name + end)).is_file()), None)


def _leads_to(at: Declaration) -> Iterator[Declaration]:
    file, text = at[0], declarations(at[0]).get(at[1], "")
    for word in set(_WORD.findall(text)):
        if word in declarations(file):
            yield file, word
        elif word in imports(file):
            yield imports(file)[word]
    for path, name in _LOADED.findall(text):
        if target := _file(file, path):
            yield target, name or "default"


def _sent_by(at: Declaration) -> Iterator[str]:
    file, text = at[0], declarations(at[0]).get(at[1], "")
    for call in _CALL.finditer(text):
        for path in _paths(file, _argument(text[call.end() :])):
            yield from _operations(call[1], path, f"{file.relative_to(TOP)}: {at[1]}")
    for path in _ADDRESS.findall(_CALL.sub("[", text)):  # of links, and of fetch
        yield from _operations("GET", path, f"{file.relative_to(TOP)}: {at[1]}")


def _argument(text: str) -> str:
    """The first argument of a call, as it is written."""
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign in "([{") - (sign in ")]}")
        if depth < 0 or (depth == 0 and sign == ","):
            return text[:place].strip()
    return text


def _paths(file: Path, written: str) -> list[str]:
    """What a written path may be: a text, a constant, or what a function makes of it by replacing one part."""
    if written.startswith(('"', "`")):
        return [re.sub(r"\$\{(\w+)\}", lambda name: _constant(file, name[1]), written.strip('"`'))]
    if made := re.fullmatch(r"(\w+)\((?:.*, )?([^,]+)\)", written):
        replaced = re.search(r'\.replace\("([^"]+)", "([^"]+)"\)', declarations(file)[made[1]])
        [path] = _paths(file, made[2])
        return [path, path.replace(replaced[1], replaced[2])] if replaced else [path]
    return [_constant(file, written)]


def _constant(file: Path, name: str) -> str:
    """The text of a constant of the file; of what is known only later, the place of it."""
    constant = _CONSTANT.match(declarations(file).get(name, ""))
    return _paths(file, constant[1])[0] if constant else f"${{{name}}}"


def _operations(verb: str, path: str, where: str) -> list[str]:
    # What is in braces is known only later, or goes by another name in what the path is made of.
    parts = re.split(r"\$?\{.*?\}", path.partition("?")[0])
    wanted = re.compile(f"{verb} {'[^/]+'.join(map(re.escape, parts))}")
    found = [operation for operation in operations() if wanted.fullmatch(operation)]
    if not found:
        raise ValueError(f"{where} calls {verb} {path}, which is no operation of docs/openapi.json")
    return found
