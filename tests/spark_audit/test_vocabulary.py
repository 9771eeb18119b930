"""What the audit repeats of the rights is what the center's file says."""

from app.access.names import ResourceType
from app.access.vocabulary import AUTHORITIES, SUPER_USER, Right
from spark_audit.right_names import EXACT, OF_FUNCTIONS, RIGHTS
from spark_audit.transforms.findings.rights import leaves


def test_a_leaf_is_on_the_lowest_place_of_its_right() -> None:
    counted = [right for right in Right if right != Right.AUDIT]  # it gives no data and no change, so it is no leaf
    lowest = {
        right: max(authority.lowest for authority in AUTHORITIES.values() if authority.right == right)
        for right in counted
    }
    assert list(RIGHTS) == [right.name.lower() for right in Right]
    assert set(EXACT) == {right.name.lower() for right in Right if right.exact}
    assert {right.name.lower() for right in counted if lowest[right] == ResourceType.TOPIC} == set(leaves.ON_TOPICS)
    on_namespaces = {right.name.lower() for right in counted if lowest[right] == ResourceType.NAMESPACE}
    assert on_namespaces == {*leaves.ON_NAMESPACES, *OF_FUNCTIONS}
    assert SUPER_USER == leaves._SUPER_USER
