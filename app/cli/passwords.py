"""`passwords`: what a password hash may cost on this machine. It reads no settings and changes nothing."""

import time
from collections.abc import Callable
from typing import Annotated

import typer

from app.cli.command import Group

passwords = Group("passwords", "Hashes of passwords on this machine.")
_TIMES = 3
_KIB = 1024


@passwords.add("calibrate")
def calibrate(
    milliseconds: Annotated[int, typer.Option("--milliseconds", min=1, max=10_000, help="What one may take.")] = 250,
    memory_mib: Annotated[int, typer.Option("--memory-mib", min=19, max=4096, help="What one may use at most.")] = 64,
) -> None:
    """Measure Argon2id here, and print the settings for hashes that take so long. OWASP's minimum is the least.

    Run it on an idle machine of the kind that serves the center. Passwords are hashed anew at the next sign-in.

    \b
    Example:
      usercenter passwords calibrate --milliseconds 250
    """
    from app.identity import password_cost, password_hashes

    def measure(cost: password_cost.Cost) -> float:
        return min(_seconds(password_hashes.hasher_of(*cost).hash) for _ in range(_TIMES))

    cost, seconds = password_cost.largest_cost(milliseconds / 1000, memory_mib * _KIB, measure)
    print(f"PUC_ARGON2_MEMORY_KIB={cost.memory_kib}\nPUC_ARGON2_ROUNDS={cost.rounds}")
    used = f"{cost.memory_kib // _KIB} MiB in each of PUC_PASSWORD_SLOTS"
    print(f"# One hash takes {seconds * 1000:.0f} ms here, and {used},")
    print(f"# which then checks about {1 / seconds:.0f} passwords a second.")
    if seconds > milliseconds / 1000:
        print("# That is OWASP's minimum: do not go below it, even if it takes longer than you want.")


def _seconds(work: Callable[[str], object]) -> float:
    started = time.perf_counter()
    work("a password of twenty-nine signs")
    return time.perf_counter() - started
