package io.github.pulsarusercenter.vocabulary;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Edge cases of the names, which the decision cases test only through rights. */
class ServedTopicsTest {
  private static final String IN = "persistent://acme/orders/";

  @ParameterizedTest
  @CsvSource({
    "created-s-RETRY,created",
    "created-s-DLQ,created",
    "created-s-RETRY-partition-2,created",
    "created-s-RETRY-DLQ,created created-s",
    "a-b-c-RETRY,a a-b",
    "a--s-DLQ,a a-",
    "-a-s-RETRY,-a",
    "a-partition-3-s-RETRY,a a-partition a",
    ".-a-s-RETRY,.-a",
  })
  void everyTopicThatLeavesASubscription(String local, String served) {
    List<String> expected = List.of(served.split(" "));
    assertEquals(expected.stream().map(topic -> IN + topic).toList(), names(IN + local));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"created", "created-s", "created-RETRY", "created--RETRY", "RETRY", "-s-DLQ"})
  void anyOtherServesNone(String local) {
    assertEquals(List.of(), names(IN + local));
  }

  @Test
  void theDomainIsKept() {
    assertEquals(
        List.of("non-persistent://acme/orders/created"),
        names("non-persistent://acme/orders/created-s-RETRY"));
  }

  private static List<String> names(String topic) {
    return ServedTopics.of(ResourceName.topic(topic)).stream().map(ResourceName::name).toList();
  }
}
