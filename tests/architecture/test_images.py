"""Images that are pulled name their version: `latest` would be another one tomorrow."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[2]
_PULLS = re.compile(
    r"^\s*(?:FROM(?:\s+--\S+)*|-?\s*image:)\s+[\"']?([^\s\"']+)(?:\s+AS\s+(\S+))?", re.IGNORECASE | re.MULTILINE
)
_VERSION = re.compile(r"(?::(?!latest)[\w.-]*\d[\w.-]*|@sha256:[0-9a-f]{64})\Z")


def pulled(text: str) -> Iterator[str]:
    """Images of a Dockerfile or compose file; its own earlier stages and `scratch` are none."""
    stages = {"scratch"}
    for image, stage in _PULLS.findall(text):
        if image not in stages:
            yield image
        stages.add(stage)


def test_every_pulled_image_names_its_version() -> None:
    files = [*_ROOT.glob("docker/*.Dockerfile"), *_ROOT.glob("*compose*.y*ml")]
    images = [image for file in files for image in pulled(file.read_text(encoding="utf-8"))]
    assert len(images) >= 6
    assert [image for image in images if not _VERSION.search(image)] == []


@pytest.mark.parametrize(
    ("image", "fits"),
    [
        ("postgres", False), ("postgres:latest", False), ("python:slim", False), ("localhost:5000/postgres", False),
        ("postgres:17", True), (f"postgres@sha256:{'0' * 64}", True), ("node:24-bookworm-slim", True),
    ],
)  # fmt: skip
def test_what_counts_as_a_version(image: str, fits: bool) -> None:
    found = list(pulled(f"FROM --platform=linux/amd64 {image} AS one\nFROM one\n  image: {image}\n"))
    assert found == [image, image]
    assert bool(_VERSION.search(image)) is fits
