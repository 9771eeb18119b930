package io.github.pulsarusercenter.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.pulsarusercenter.vocabulary.ResourceName;
import org.junit.jupiter.api.Test;

class ResourcePathTest {
  private final ResourcePath paths = new ResourcePath("prod");

  private String topic(String name) {
    return paths.path(ResourceName.topic(name));
  }

  @Test
  void startsWithTheCluster() {
    assertEquals("prod/a/b/c", topic("persistent://a/b/c-partition-3"));
    assertEquals("prod/non-persistent://a/b/c", topic("non-persistent://a/b/c"));
    assertEquals("prod/a/b", paths.path(ResourceName.namespace("a/b")));
    assertEquals("prod", paths.path(ResourceName.cluster("prod")));
    assertEquals("namespace", paths.type(ResourceName.namespace("a/b")));
  }

  @Test
  void malformedNamesAreWrittenAsGiven() {
    assertEquals("prod/pulsar/c/n/healthcheck", topic("persistent://pulsar/c/n/healthcheck"));
    assertNull(paths.path(ResourceName.tenant(null)));
    assertEquals(517, topic("x".repeat(9_000)).length());
  }
}
