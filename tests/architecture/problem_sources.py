"""Reads from the source which problem codes can be returned, and with which status."""

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

from app.platform.errors import UserCenterError

APP = Path(__file__).parents[2] / "app"
Raised = tuple[str, int]


def trees() -> dict[Path, ast.Module]:
    """Every module of the service."""
    return {file: ast.parse(file.read_text(encoding="utf-8")) for file in sorted(APP.rglob("*.py"))}


@cache
def raised_problems() -> frozenset[Raised]:
    """(code, status) of everything that is raised or returned somewhere."""
    modules = trees()
    classes = _classes()
    found: set[Raised] = set()
    for file, tree in modules.items():
        for function in _functions(tree):
            found.update(_problems_of_function(function, classes, tree))
        if file.name == "problems.py":
            found.update(_answered_problems(tree))
    return frozenset(found)


@cache
def sentences() -> dict[str, frozenset[str | None]]:
    """Code → the details that are raised with it; None stands for those that are put together from values."""
    classes, found = _classes(), dict[str, set[str | None]]()
    for tree in trees().values():
        for function in _functions(tree):
            for call in ast.walk(function):
                if (name := _called_name(call)) in classes and isinstance(call, ast.Call) and call.args:
                    argument = next((keyword.value for keyword in call.keywords if keyword.arg == "code"), None)
                    codes = [classes[str(name)][0]] if argument is None else list(_texts(argument, function, tree))
                    for code in codes:
                        found.setdefault(code, set()).update(_code_of(call.args[0], function))
    return {code: frozenset(said) for code, said in found.items()}


@cache
def written() -> frozenset[str]:
    """Every text of the service; `…` stands for a value in it."""
    nodes = [node for tree in trees().values() for node in ast.walk(tree)]
    put_together = {
        "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values)
        for node in nodes
        if isinstance(node, ast.JoinedStr)
    }
    return frozenset(
        {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)} | put_together
    )


def _code_of(value: ast.expr, function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str | None]:
    if isinstance(value, ast.Name):
        lines = [line.value for line in ast.walk(function) if isinstance(line, ast.Assign) and _sets(line, value.id)]
        yield from (text for line in lines for text in _code_of(line, function))
        if not lines:
            yield None
    elif isinstance(value, ast.IfExp):
        yield from (*_code_of(value.body, function), *_code_of(value.orelse, function))
    else:
        yield value.value if isinstance(value, ast.Constant) else None  # type: ignore[misc]


def _sets(line: ast.Assign, name: str) -> bool:
    return any(isinstance(target, ast.Name) and target.id == name for target in line.targets)


def _classes() -> dict[str, Raised]:
    """Error class → its own code and status."""
    for module in walk_packages([str(APP)], "app."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    found, waiting = {}, [UserCenterError]
    while waiting:
        problem = waiting.pop()
        found[problem.__name__] = problem.code, problem.status
        waiting += problem.__subclasses__()
    return found


def _functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def _problems_of_function(
    function: ast.FunctionDef | ast.AsyncFunctionDef, classes: dict[str, Raised], tree: ast.Module
) -> Iterator[Raised]:
    for call in ast.walk(function):
        name = _called_name(call)
        if name is None or name not in classes:
            continue
        assert isinstance(call, ast.Call)
        default, status = classes[name]
        argument = next((keyword.value for keyword in call.keywords if keyword.arg == "code"), None)
        if argument is None:
            yield default, status
            continue
        for code in _texts(argument, function, tree):
            yield code, status


def _called_name(call: ast.AST) -> str | None:
    if not isinstance(call, ast.Call):
        return None
    target = call.func
    if isinstance(target, ast.Attribute) and ast.unparse(target).endswith("problems.add"):
        return "FileProblem"  # which `Problems.add` makes of the same arguments
    return target.id if isinstance(target, ast.Name) else target.attr if isinstance(target, ast.Attribute) else None


def _texts(value: ast.expr, function: ast.FunctionDef | ast.AsyncFunctionDef, tree: ast.Module) -> Iterator[str]:
    """Texts that an expression can be: itself, sides of a choice, assignments of a name, arguments of a parameter."""
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield value.value
    elif isinstance(value, ast.IfExp):
        yield from _texts(value.body, function, tree)
        yield from _texts(value.orelse, function, tree)
    elif isinstance(value, ast.Name):
        named = [argument.arg for argument in (*function.args.args, *function.args.kwonlyargs)]
        if value.id in named:
            yield from _arguments(function, value.id, tree)
            return
        for line in ast.walk(function):
            if isinstance(line, ast.Assign) and any(
                isinstance(target, ast.Name) and target.id == value.id for target in line.targets
            ):
                yield from _texts(line.value, function, tree)
    else:
        raise AssertionError(f"{function.name}: write the code as a text, so that the catalogue can be checked")


def _arguments(function: ast.FunctionDef | ast.AsyncFunctionDef, parameter: str, tree: ast.Module) -> Iterator[str]:
    place = (
        [argument.arg for argument in function.args.args].index(parameter) if parameter in _names(function) else None
    )
    for outer in _functions(tree):
        for call in ast.walk(outer):
            if _called_name(call) != function.name or outer is function:
                continue
            assert isinstance(call, ast.Call)
            by_name = next((keyword.value for keyword in call.keywords if keyword.arg == parameter), None)
            if by_name is not None:
                yield from _texts(by_name, outer, tree)
            elif place is not None and place < len(call.args):
                yield from _texts(call.args[place], outer, tree)


def _names(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    return [argument.arg for argument in function.args.args]


def _answered_problems(tree: ast.Module) -> Iterator[Raised]:
    """`answer(422, "code", …)` and the table of the framework's statuses in app/api/problems.py."""
    for function in _functions(tree):
        for call in ast.walk(function):
            if _called_name(call) == "answer" and isinstance(call, ast.Call) and isinstance(call.args[0], ast.Constant):
                for code in _texts(call.args[1], function, tree):
                    yield code, int(str(call.args[0].value))
    for line in tree.body:
        if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == "_CODES":
            assert isinstance(line.value, ast.Dict)
            yield from ((code, status) for status, code in ast.literal_eval(line.value).items())
