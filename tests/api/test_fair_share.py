"""One user's many clients do not shut other users out."""

import pytest

from app.api.admission.fair_share import FairShare
from app.platform.errors import Busy

pytestmark = pytest.mark.any_database


def test_each_user_has_its_own_share() -> None:
    shares = FairShare(each=2)
    with shares.of("storm"), shares.of("storm"):
        with pytest.raises(Busy) as refused, shares.of("storm"):
            pass
        assert refused.value.headers["Retry-After"] == "2"
        with shares.of("alice"):
            pass
    with shares.of("storm"):
        pass
