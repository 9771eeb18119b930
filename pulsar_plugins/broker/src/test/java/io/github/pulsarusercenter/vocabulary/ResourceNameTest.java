package io.github.pulsarusercenter.vocabulary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What the case files can't express; they cover the rest. */
class ResourceNameTest {

  @Test
  void aPartitionIsItsTopic() {
    ResourceName partition = ResourceName.topic("persistent://a/b/c-partition-3");
    assertEquals(ResourceName.topic("persistent://a/b/c"), partition);
    assertEquals("persistent://a/b/c", partition.name());
    assertEquals("persistent://a/b/c-partition-3", partition.text());
    assertEquals("a/b", partition.namespace());
    assertEquals("a", partition.tenant());
  }

  @Test
  void aSegmentIsItsScalableTopic() {
    ResourceName segment = ResourceName.topic("segment://a/b/c/0000-7fff-3");
    assertEquals(ResourceName.topic("topic://a/b/c"), segment);
    assertEquals("topic://a/b/c", segment.name());
    assertEquals("segment://a/b/c/0000-7fff-3", segment.text());
    assertEquals("a/b", segment.namespace());
    assertEquals("c", segment.localName());
  }

  @Test
  void theLongestNameAndOneMore() {
    String start = "persistent://a/b/";
    String longest = start + "x".repeat(ResourceName.MAX_LENGTH - start.length());
    assertFalse(ResourceName.topic(longest).malformed());
    assertTrue(ResourceName.topic(longest + "x").malformed());
  }

  @Test
  void lengthIsCountedInCharactersNotInHalves() {
    String start = "persistent://a/b/";
    String longest = start + "😀".repeat(ResourceName.MAX_LENGTH - start.length());
    assertFalse(ResourceName.topic(longest).malformed());
    assertTrue(ResourceName.topic(longest + "😀").malformed());
  }

  @Test
  void halfACharacterIsNoName() {
    assertTrue(ResourceName.topic("persistent://a/b/\ud83d").malformed());
  }

  @Test
  void aHugeNameIsRefusedQuickly() {
    assertTrue(ResourceName.topic("persistent://a/b/" + "-".repeat(10_000_000)).malformed());
    assertTrue(ResourceName.namespace("a/" + "b".repeat(10_000_000)).malformed());
  }

  @Test
  void malformedNamesCompareByTheirText() {
    assertEquals(ResourceName.topic("x"), ResourceName.topic("x"));
    assertNotEquals(ResourceName.topic("x"), ResourceName.topic("y"));
    assertEquals("x", ResourceName.topic("x").toString());
    assertEquals("null", ResourceName.tenant(null).toString());
  }

  @Test
  void thereAreFiveTypes() {
    assertEquals(ResourceName.root(), ResourceName.of(0, "*"));
    assertTrue(ResourceName.of(0, "x").malformed());
    assertThrows(IllegalArgumentException.class, () -> ResourceName.of(5, "x"));
  }
}
