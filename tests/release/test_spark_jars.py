"""The list of parts of the audit names the jars that pyspark brings."""

from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pyspark

from release import licences, spark_jars

PACKAGES = Path(pyspark.__file__).parents[1]


def test_each_jar_is_a_part_of_pyspark() -> None:
    bom: dict[str, Any] = {"components": [{"name": "py4j", "version": "1"}, {"name": "pyspark", "version": "4"}]}
    spark_jars.add_to(bom, PACKAGES)
    listed = bom["components"][1]["components"]
    assert len(listed) == len(list((PACKAGES / "pyspark" / "jars").glob("*.jar"))) > 250
    jars = {jar["name"]: jar for jar in listed}
    assert all(len(jar["hashes"][0]["content"]) == 64 for jar in listed)
    version = jars["log4j-core"]["version"]
    assert jars["log4j-core"]["purl"] == f"pkg:maven/org.apache.logging.log4j/log4j-core@{version}"
    assert "purl" not in jars["derby"], "it does not say its group"
    assert [licensed["name"] for licensed in licences.parts(bom)] == ["py4j", "pyspark"], (
        "whose licences are theirs to check"
    )


def test_what_the_names_of_files_cannot_say(tmp_path: Path) -> None:
    place = tmp_path / "pyspark" / "jars"
    place.mkdir(parents=True)
    said = "#made by Maven\nversion=1.0-beta\ngroupId=org.example\nartifactId=two-words_2.13\n"
    for name in ("plain.jar", "two-words_2.13-1.0-beta-linux.jar"):
        with ZipFile(place / name, "w") as jar:
            jar.writestr("META-INF/maven/org.example/two-words_2.13/pom.properties", said)
    bom: dict[str, Any] = {"components": [{"name": "pyspark"}]}
    spark_jars.add_to(bom, tmp_path)
    plain, two = bom["components"][0]["components"]
    assert (plain["name"], plain["version"], plain.get("group")) == ("plain", "", None)
    assert (two["name"], two["version"]) == ("two-words_2.13", "1.0-beta")
    assert two["purl"] == "pkg:maven/org.example/two-words_2.13@1.0-beta?classifier=linux"
