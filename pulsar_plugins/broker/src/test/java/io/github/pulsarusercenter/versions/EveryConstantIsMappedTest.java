package io.github.pulsarusercenter.versions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
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

  private static final String DATA = "org.apache.pulsar.common.policies.data.";

  /** Enum → families of questions; each constant is one question in each family. */
  private static final Map<String, List<String>> FAMILIES =
      Map.of(
          "TopicOperation", List.of("topic"),
          "NamespaceOperation", List.of("namespace"),
          "TenantOperation", List.of("tenant"),
          "ClusterOperation", List.of("cluster"),
          "BrokerOperation", List.of("broker"),
          "PolicyOperation", List.of("namespacePolicy", "topicPolicy", "clusterPolicy"));

  /** Types that 3.0 brokers do not have yet. */
  private static final Set<String> SINCE_4 = Set.of("ClusterOperation", "BrokerOperation");

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
  void everyOperationHasItsQuestion(String version) throws ClassNotFoundException {
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
  void everyPolicyAndActionIsListed(String version) throws ClassNotFoundException {
    Set<String> policies = new TreeSet<>(constants(version, "PolicyName"));
    policies.removeAll(names("policies", "name").keySet());
    assertEquals(Set.of(), policies);
    Set<String> actions = new TreeSet<>(constants(version, "AuthAction"));
    actions.removeAll(names("actions", "name").keySet());
    assertEquals(Set.of(), actions);
  }

  /** The first version in operations.json is right for these four versions. */
  @Test
  void everythingIsFirstSeenInTheVersionThatItNames() throws ClassNotFoundException {
    Map<String, String> since = new TreeMap<>(names("questions", "question"));
    since.putAll(names("policies", "name"));
    Map<String, String> wrong = new TreeMap<>();
    firstSeen()
        .forEach(
            (name, version) -> {
              if (!version.startsWith(since.get(name))) {
                wrong.put(name, "since " + since.get(name) + ", first seen in " + version);
              }
            });
    assertEquals(Map.of(), wrong);
  }

  /** Question or policy → the version in which it is first seen; 4.0.8 stands for 4.0.2 too. */
  private static Map<String, String> firstSeen() throws ClassNotFoundException {
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
    first.replaceAll(
        (name, version) -> version.equals("4.0.8") && !isPolicy(name) ? "4.0.2" : version);
    // The constants are older than the question about a cluster's policies.
    first.replace("clusterPolicy:READ", "4.0.2");
    first.replace("clusterPolicy:WRITE", "4.0.2");
    return first;
  }

  private static boolean isPolicy(String name) {
    return !name.contains(":");
  }

  private static Map<String, String> names(String list, String field) {
    Map<String, String> names = new LinkedHashMap<>();
    JsonNode rows = file.path(list);
    assertTrue(rows.size() > 0, "operations.json has no " + list);
    StreamSupport.stream(rows.spliterator(), false)
        .forEach(row -> names.put(row.get(field).asText(), row.path("since").asText()));
    return names;
  }

  private static Set<String> constants(String version, String type) throws ClassNotFoundException {
    PulsarJars jars = PulsarJars.of(version);
    if (version.startsWith("3.") && SINCE_4.contains(type)) {
      assertTrue(!jars.has(DATA + type), "it has them after all");
      return Set.of();
    }
    Set<String> names = new LinkedHashSet<>();
    Arrays.stream(jars.type(DATA + type).getEnumConstants())
        .forEach(constant -> names.add(((Enum<?>) constant).name()));
    assertTrue(!names.isEmpty());
    return names;
  }
}
