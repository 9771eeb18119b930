"""A wrong plugin setting stops the broker with one sentence that says how to fix it."""

from pathlib import Path

import pytest

from tests.end_to_end.estate import JAR, Estate
from tests.end_to_end.pulsar.process import StartRefused
from tests.end_to_end.pulsar.standalone import PulsarStandalone

pytestmark = pytest.mark.broker


@pytest.mark.parametrize(
    ("setting", "value", "named"),
    [
        ("userCenterUrl", "http://center.example", "userCenterAllowPlainHttp"),
        # Each costs a start of a broker, and all are in the plugin's own tests.
        pytest.param("userCenterUrl", "", "userCenterUrl", marks=pytest.mark.soak),
        pytest.param("userCenterCredentialFile", "no-such-file", "userCenterCredentialFile", marks=pytest.mark.soak),
        pytest.param("userCenterHeartbeatSeconds", "soon", "userCenterHeartbeatSeconds", marks=pytest.mark.soak),
    ],
)
def test_wrong_setting(estate: Estate, tmp_path: Path, setting: str, value: str, named: str) -> None:
    broker = PulsarStandalone(tmp_path, {**estate.broker.settings, setting: value}, jar=JAR)
    try:
        with pytest.raises(StartRefused):
            broker.start()
    finally:
        broker.stop()
    sentences = [line for line in broker.log_text().splitlines() if named in line]
    assert sentences, broker.log_text()[-3000:]
