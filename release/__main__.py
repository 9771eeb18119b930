"""`python -m release DIST CENTER_PACKAGES AUDIT_PACKAGES NODE_MODULES JAR…`: reads the lists of parts in DIST, refuses
licences that may not ship, and writes the notices beside them."""

import json
import sys
from collections.abc import Iterable
from pathlib import Path

from release import licences, notices, spark_jars
from release.licences import Bom


def main(dist: Path, center: Path, audit: Path, node: Path, jars: list[Path]) -> int:
    """Exit status 1 when a part must not ship."""
    boms = {kind: _read(dist / f"sbom-{kind}.cdx.json") for kind in ("center", "audit", "console", "plugins")}
    spark_jars.add_to(boms["audit"], audit)
    _write(dist / "sbom-audit.cdx.json", boms["audit"])
    if found := [f"{kind}: {line}" for kind, bom in boms.items() for line in licences.problems(bom)]:
        print("These parts must not ship (release/licences.py):", *found, sep="\n", file=sys.stderr)
        return 1
    texts = {
        "center": notices.of_directories(center.glob("*.dist-info")),
        "audit": notices.of_directories([*audit.glob("*.dist-info"), audit / "pyspark" / "licenses"]),
        "console": notices.of_directories(_of_console(boms["console"], node)),
        "plugins": notices.of_jars(jars),
    }
    for kind, texts_of_kind in texts.items():
        page = notices.notices(f"Parts of others in the {kind} of Pulsar User Center", boms[kind], texts_of_kind)
        (dist / f"THIRD-PARTY-{kind}.txt").write_text(page, encoding="utf-8")
    return 0


def _read(file: Path) -> Bom:
    """A list of parts, without what differs from run to run."""
    bom: Bom = json.loads(file.read_text(encoding="utf-8"))
    bom.pop("serialNumber", None)
    bom["metadata"].pop("timestamp", None)
    _write(file, bom)
    return bom


def _write(file: Path, bom: Bom) -> None:
    file.write_text(json.dumps(bom, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def _of_console(bom: Bom, node: Path) -> Iterable[Path]:
    names = (f"{part['group']}/{part['name']}" if part.get("group") else part["name"] for part in licences.parts(bom))
    return [place for name in names if (place := node / name).is_dir()]


if __name__ == "__main__":
    said = [Path(argument) for argument in sys.argv[1:]]
    sys.exit(main(said[0], said[1], said[2], said[3], said[4:]))
