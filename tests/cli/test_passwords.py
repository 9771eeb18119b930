"""`usercenter passwords calibrate`: prints settings, needs none."""

from tests.cli.terminal import Terminal


def test_calibration_never_goes_below_owasps_minimum(terminal: Terminal) -> None:
    said = terminal("passwords", "calibrate", "--milliseconds", "1").stdout
    assert said.startswith("PUC_ARGON2_MEMORY_KIB=19456\nPUC_ARGON2_ROUNDS=2\n")
    assert "OWASP's minimum" in said
    terminal("passwords", "calibrate", "--memory-mib", "1", status=2)
