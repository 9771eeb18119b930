"""Which licences may ship, and that those of the lock files may."""

import json
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from release import licences

TOP = Path(__file__).parents[2]
_OF_PYPI = "License :: OSI Approved :: BSD License"


def part(*named: str, name: str = "thing") -> dict[str, Any]:
    return {"name": name, "version": "1", "licenses": [{"expression": expression} for expression in named]}


@pytest.mark.parametrize(
    ("named", "may"),
    [
        (["MIT"], True),
        (["MIT OR GPL-3.0-only"], True),
        (["Apache-2.0 AND BSD-2-Clause"], True),
        ([_OF_PYPI], True),
        (["Apache-2.0 AND GPL-2.0-only"], False),
        (["MIT", "AGPL-3.0-or-later"], False),
        (["GPL-3.0-only"], False),
        (["LGPL-3.0-only"], False),
        (["SSPL-1.0"], False),
        (["see the file"], False),
        ([], False),
    ],
)
def test_each_licence_is_judged(named: list[str], may: bool) -> None:
    assert (licences.problems({"components": [part(*named)]}) == []) == may


def test_an_exception_is_for_one_part() -> None:
    bom = {"components": [part("LGPL-3.0-only", name=name) for name in ("psycopg", "other")]}
    assert licences.problems(bom) == ["other 1: LGPL-3.0-only"]


def test_the_console_may() -> None:
    lock = json.loads((TOP / "console" / "package-lock.json").read_text(encoding="utf-8"))
    shipped = {name: package for name, package in lock["packages"].items() if name and not package.get("dev")}
    assert len(shipped) > 50
    assert (
        licences.problems({"components": [part(package["license"], name=name) for name, package in shipped.items()]})
        == []
    )


@pytest.mark.parametrize("image", ["run", "audit"])
def test_center_and_audit_may(image: str) -> None:
    """By the metadata of what is installed here; `make release` reads those of what ships alone."""
    lines = (TOP / "requirements" / f"{image}.lock").read_text(encoding="utf-8").splitlines()
    names = [line.partition("==")[0].partition("[")[0] for line in lines if "==" in line and "sys_platform" not in line]
    assert len(names) > 50
    assert licences.problems({"components": [part(*_declared_licence(name), name=name) for name in names]}) == []
    assert licences.EXCEPTIONS.keys() <= set(names), "an exception that nothing needs any more"


def _declared_licence(name: str) -> list[str]:
    """The SPDX expression, else the classifiers, else the words that a package declares."""
    found = metadata.metadata(name)
    classifiers = [
        classifier for classifier in found.get_all("Classifier") or () if classifier.startswith("License :: OSI")
    ]
    return found.get_all("License-Expression") or classifiers or found.get_all("License") or []
