"""A built console on disk, beside a file that nobody may read."""

from pathlib import Path

SCRIPT = "console.log('pulsar user center');\n" * 500


def a_console(directory: Path) -> Path:
    """Its directory: a start page, a script, and a link that leads out."""
    root = directory / "dist"
    (root / "assets").mkdir(parents=True)
    (root / "index.html").write_text(
        '<!doctype html><title>console</title><meta property="csp-nonce" nonce="NONCE-OF-THIS-PAGE">'
    )
    (root / "assets" / "app-1a2b.js").write_text(SCRIPT)
    (directory / "secret.txt").write_text("secret")
    (root / "link.txt").symlink_to(directory / "secret.txt")
    return root
