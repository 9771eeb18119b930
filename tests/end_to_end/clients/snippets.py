"""Reads the snippets of two pages that are marked to be run, so that tests run what readers copy: docs/clients.md,
docs/encryption.md."""

import re
import textwrap
from pathlib import Path

_DOCS = Path(__file__).parents[3] / "docs"
PAGE = _DOCS / "clients.md"
ENCRYPTION = _DOCS / "encryption.md"
_MARKED = re.compile(r"^<!-- run: (\S+) (\S+) -->\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def of_language(language: str, page: Path = PAGE) -> dict[str, str]:
    """Name → source of every snippet in this language that is marked to be run. `send`: what follows the others."""
    return {name: source for each, name, source in _MARKED.findall(page.read_text()) if each == language}


_JAVA = """
import java.net.URL;
import java.nio.file.*;
import org.apache.pulsar.client.api.*;
import org.apache.pulsar.client.impl.auth.oauth2.AuthenticationFactoryOAuth2;

public final class Snippets {{
  interface Piece {{ PulsarClient open() throws Exception; }}
{constants}
  static String readFile(String path) {{
    try {{
      return Files.readString(Path.of(path)).trim();
    }} catch (java.io.IOException e) {{
      throw new IllegalStateException(e);
    }}
  }}
  static void run(String name, Piece piece) {{
    try {{
      PulsarClient client = piece.open();
{send}
      System.out.println("OK " + name);
    }} catch (Exception refused) {{
      System.out.println("REFUSED " + name + " " + refused);
    }}
  }}
{pieces}
  public static void main(String[] arguments) {{
{calls}
  }}
}}
"""

_GO = """package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/apache/pulsar-client-go/pulsar"
)

{constants}
var _, _ = strings.TrimSpace, log.Fatal

func run(name string, open func() (pulsar.Client, error)) {{
	client, err := open()
{send}
	if err != nil {{
		fmt.Println("REFUSED", name, err)
	}} else {{
		fmt.Println("OK", name)
	}}
}}

{pieces}
func main() {{
{calls}}}
"""


def java_program(pieces: dict[str, str], constants: list[str]) -> str:
    """One program that runs each piece, then `send`, and prints `OK <name>` or `REFUSED <name> …`; constants: its
    environment."""
    send = pieces.pop("send")
    return _JAVA.format(
        send=send,
        constants="\n".join(f'  static final String {name} = System.getenv("{name}");' for name in constants),
        pieces="\n".join(
            f"  static PulsarClient open_{name}() throws Exception {{\n{source}\n    return client;\n  }}"
            for name, source in pieces.items()
        ),
        calls="\n".join(f'    run("{name}", Snippets::open_{name});' for name in pieces),
    )


def go_program(pieces: dict[str, str], constants: list[str]) -> str:
    """The same in Go, which ends at the first that is refused."""
    send = pieces.pop("send")
    return _GO.format(
        send=send,
        constants="\n".join(f'var {name} = os.Getenv("{name}")' for name in constants),
        pieces="\n".join(
            f"func open_{name}() (pulsar.Client, error) {{\n{textwrap.indent(source, chr(9))}\treturn client, err\n}}\n"
            for name, source in pieces.items()
        ),
        calls="".join(f'\trun("{name}", open_{name})\n' for name in pieces),
    )
