package io.github.pulsarusercenter.versions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Compares operations.json with the enums of each version. The plugin denies a constant that is not
 * mapped; this test fails the build for it.
 */
class EveryConstantIsMappedTest {
  static final List<String> VERSIONS = PulsarJars.VERSIONS;

  private static final String DATA = "org/apache/pulsar/common/policies/data/";

  /** Enum → families of questions; each constant is one question in each family. */
  private static final Map<String, List<String>> FAMILIES =
      Map.of(
          "TopicOperation", List.of("topic"),
          "NamespaceOperation", List.of("namespace"),
          "TenantOperation", List.of("tenant"),
          "ClusterOperation", List.of("cluster"),
          "BrokerOperation", List.of("broker"),
          "PolicyOperation", List.of("namespacePolicy", "topicPolicy", "clusterPolicy"));

  private static JsonNode file;

  @BeforeAll
  static void read() throws IOException {
    file =
        new ObjectMapper()
            .readTree(
                PulsarJars.OURS.resolve("io/github/pulsarusercenter/operations.json").toFile());
  }

  @ParameterizedTest
  @FieldSource("VERSIONS")
  void everyOperationHasItsQuestion(String version) {
    Set<String> known = names("questions", "question").keySet();
    List<String> unmapped = new ArrayList<>();
    for (Map.Entry<String, List<String>> pair : FAMILIES.entrySet()) {
      for (String constant : constants(version, pair.getKey())) {
        for (String family : pair.getValue()) {
          if (!known.contains(family + ":" + constant)) {
            unmapped.add(family + ":" + constant);
          }
        }
      }
    }
    assertEquals(List.of(), unmapped);
  }

  @ParameterizedTest
  @FieldSource("VERSIONS")
  void everyPolicyAndActionIsListed(String version) {
    Set<String> policies = new TreeSet<>(constants(version, "PolicyName"));
    policies.removeAll(names("policies", "name").keySet());
    assertEquals(Set.of(), policies);
    Set<String> actions = new TreeSet<>(constants(version, "AuthAction"));
    actions.removeAll(names("actions", "name").keySet());
    assertEquals(Set.of(), actions);
  }

  /** What the oldest version has may name any version of its line. */
  @Test
  void everythingIsFirstSeenInTheVersionThatItNames() {
    Map<String, String> since = new TreeMap<>(names("questions", "question"));
    since.putAll(names("policies", "name"));
    Map<String, String> wrong = new TreeMap<>();
    firstSeen()
        .forEach(
            (name, version) -> {
              String line = version.substring(0, version.lastIndexOf('.'));
              if (!since.get(name).startsWith(line)) {
                wrong.put(name, "since " + since.get(name) + ", first seen in " + version);
              }
            });
    assertEquals(Map.of(), wrong);
  }

  /** Question or policy → the version in which it is first seen. */
  private static Map<String, String> firstSeen() {
    Map<String, String> first = new LinkedHashMap<>();
    for (String version : VERSIONS) {
      for (String policy : constants(version, "PolicyName")) {
        first.putIfAbsent(policy, version);
      }
      for (Map.Entry<String, List<String>> pair : FAMILIES.entrySet()) {
        for (String constant : constants(version, pair.getKey())) {
          pair.getValue().forEach(family -> first.putIfAbsent(family + ":" + constant, version));
        }
      }
    }
    return first;
  }

  private static Map<String, String> names(String list, String field) {
    Map<String, String> names = new LinkedHashMap<>();
    JsonNode rows = file.path(list);
    assertTrue(rows.size() > 0, "operations.json has no " + list);
    StreamSupport.stream(rows.spliterator(), false)
        .forEach(row -> names.put(row.get(field).asText(), row.path("since").asText()));
    return names;
  }

  private static Set<String> constants(String version, String type) {
    Set<String> names = PulsarJars.of(version).type(DATA + type).enumConstants();
    assertFalse(names.isEmpty());
    return names;
  }
}
