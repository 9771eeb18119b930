"""What the audit repeats of the rights is what the center's file says."""

from app.access.vocabulary import AUTHORITIES, SUPER_USER, Right
from app.pulsar.names import ResourceType
from spark_audit.right_names import EXACT, RIGHTS
from spark_audit.transforms.findings.rights import leaves


def test_a_leaf_is_on_the_lowest_type_of_place_that_its_right_is_held_on() -> None:
    lowest = {right: max(one.lowest for one in AUTHORITIES.values() if one.right == right) for right in Right}
    assert list(RIGHTS) == [right.name.lower() for right in Right]
    assert set(EXACT) == {right.name.lower() for right in Right if right.exact}
    on_topics = {right.name.lower() for right in Right if lowest[right] == ResourceType.TOPIC}
    assert on_topics - {"audit"} == set(leaves.ON_TOPICS), "what no broker can see used is no leaf"
    assert {right.name.lower() for right in Right if lowest[right] == ResourceType.NAMESPACE} == set(
        leaves.ON_NAMESPACES
    )
    assert SUPER_USER == leaves._SUPER_USER
