"""Images that are pulled are pinned by digest: a tag would be another image tomorrow. `ARG`s let others name theirs."""

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[2]
_PULLS = re.compile(
    r"^\s*(?:FROM(?:\s+--\S+)*|-?\s*image:)\s+[\"']?([^\s\"']+)(?:\s+AS\s+(\S+))?", re.IGNORECASE | re.MULTILINE
)
_ARGUMENT = re.compile(r"^ARG (\w+)=(\S+)$", re.MULTILINE)
_NAMED = re.compile(r"\$\{(\w+)(?::-([^}]*))?\}")
_PINNED = re.compile(r"[\w./-]+:(?!latest)[\w.-]*\d[\w.-]*@sha256:[0-9a-f]{64}")


def pulled_images(text: str) -> Iterator[str]:
    """Images of a Dockerfile or compose file, as they are without `--build-arg`; its earlier stages and `scratch` are
    none."""
    stages, arguments = {"scratch"}, dict(_ARGUMENT.findall(text))
    for image, stage in _PULLS.findall(text):
        if image not in stages:
            yield _NAMED.sub(lambda found: found[2] or arguments[found[1]], image)
        stages.add(stage)


@pytest.fixture(scope="module")
def images() -> list[str]:
    """All that the files name."""
    files = [*_ROOT.glob("docker/*.Dockerfile"), *_ROOT.glob("*compose*.y*ml")]
    return [image for file in files for image in pulled_images(file.read_text(encoding="utf-8"))]


def test_every_pulled_image_is_pinned(images: list[str]) -> None:
    assert len(images) >= 8
    assert [image for image in images if not _PINNED.fullmatch(image)] == []


def test_a_tag_has_one_digest_in_all_files(images: list[str]) -> None:
    digests = defaultdict(set)
    for image in images:
        tag, _, digest = image.partition("@")
        digests[tag].add(digest)
    assert {tag: found for tag, found in digests.items() if len(found) > 1} == {}


@pytest.mark.parametrize(
    ("image", "fits"),
    [
        ("postgres", False), ("postgres:latest", False), ("localhost:5000/postgres", False), ("postgres:17", False),
        (f"postgres@sha256:{'0' * 64}", False), (f"postgres:17@sha256:{'0' * 64}", True),
        (f"postgres:latest@sha256:{'0' * 64}", False), (f"postgres:17@sha256:{'0' * 63}", False),
    ],
)  # fmt: skip
def test_only_a_digest_counts_as_pinned(image: str, fits: bool) -> None:
    text = f"ARG ONE={image}\nFROM --platform=linux/amd64 ${{ONE}} AS one\nFROM one\n  image: ${{TWO:-{image}}}\n"
    found = list(pulled_images(text))
    assert found == [image, image]
    assert bool(_PINNED.fullmatch(image)) is fits
