package io.github.pulsarusercenter.questions;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.apache.pulsar.common.naming.TopicName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The topic that a broker names is the same one at the center. */
class TargetsTest {
  private final Targets targets = new Targets("test", "test");

  @ParameterizedTest
  @CsvSource({
    "created, created",
    "created-partition-0, created",
    "created-partition-1-partition-1, created-partition-1",
    "created-partition-01, created-partition-01",
    "created-partition-+1, created-partition-+1",
    "created-partition-\u0663, created-partition-\u0663",
  })
  void onlyOneSuffixOfPlainDigitsIsAPartition(String local, String whole) {
    String place = "persistent://acme/orders/";
    assertEquals(place + whole, targets.topic(TopicName.get(place + local)).name());
  }
}
