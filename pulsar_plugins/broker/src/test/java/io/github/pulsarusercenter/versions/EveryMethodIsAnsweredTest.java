package io.github.pulsarusercenter.versions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * A forgotten method falls back to Pulsar's default, which fails or, worse, answers by
 * superUserRoles and Pulsar's own grants. Our classes must declare every method of each version's
 * interfaces with the same types.
 */
class EveryMethodIsAnsweredTest {
  static final List<String> VERSIONS = PulsarJars.VERSIONS;

  private static final String BROKER = "org/apache/pulsar/broker/";
  private static final String OURS = "io/github/pulsarusercenter/";

  /** Interface → our class that implements it. */
  private static final Map<String, String> ANSWERED_BY =
      Map.of(
          BROKER + "authorization/AuthorizationProvider", "UserCenterAuthorizationProvider",
          BROKER + "authentication/AuthenticationProvider", "signin/CenterAuthenticationProvider",
          BROKER + "authentication/AuthenticationState", "authentication/CredentialState");

  /** Defaults that neither fail nor allow, with what they do instead. */
  private static final Map<String, String> GOOD_DEFAULTS =
      Map.ofEntries(
          Map.entry("authenticateHttpRequest", "asks newHttpAuthState and authenticateAsync"),
          Map.entry("authenticateHttpRequestAsync", "asks newHttpAuthState, authenticateAsync"),
          Map.entry("incrementFailureMetric", "counts"),
          Map.entry("getStateId", "answers -1; only Athenz and SASL keep states"),
          Map.entry("refreshAuthentication", "asks the client for a fresh credential"));

  private static final Map<String, Integer> QUESTIONS =
      Map.of("4.0.8", 29, "4.2.4", 29, "5.0.1", 31);

  @ParameterizedTest
  @FieldSource("VERSIONS")
  void ourClassesDeclareEveryMethod(String version) {
    Set<String> forgotten = new TreeSet<>();
    for (Map.Entry<String, String> pair : ANSWERED_BY.entrySet()) {
      Set<String> ours = declared(version, OURS + pair.getValue());
      methods(version, pair.getKey())
          .filter(method -> !ours.contains(method))
          .filter(method -> !GOOD_DEFAULTS.containsKey(name(method)))
          .filter(Predicate.not(EveryMethodIsAnsweredTest::isStartWithContext))
          .forEach(forgotten::add);
    }
    assertEquals(Set.of(), forgotten);
  }

  @ParameterizedTest
  @FieldSource("VERSIONS")
  void ofTheAuthorizationProviderOnlyTheStartWithContextIsADefault(String version) {
    String provider = BROKER + "authorization/AuthorizationProvider";
    Set<String> ours = declared(version, OURS + ANSWERED_BY.get(provider));
    Set<String> asked = new TreeSet<>(methods(version, provider).toList());
    asked.retainAll(ours);
    assertEquals(QUESTIONS.get(version), asked.size());
    methods(version, provider)
        .filter(method -> !ours.contains(method))
        .forEach(method -> assertTrue(isStartWithContext(method), method));
  }

  /** A missing callback of the interceptor would be an AbstractMethodError in every request. */
  @ParameterizedTest
  @FieldSource("VERSIONS")
  void theInterceptorHasEveryMethodThatHasNoDefault(String version) {
    Set<String> ours = declared(version, OURS + "UserCenterInterceptor");
    Set<String> abstractOnes =
        PulsarJars.of(version).type(BROKER + "intercept/BrokerInterceptor").abstractMethods();
    assertFalse(abstractOnes.isEmpty());
    Set<String> forgotten = new TreeSet<>(abstractOnes);
    forgotten.removeAll(ours);
    assertEquals(Set.of(), forgotten);
  }

  @Test
  void everyGoodDefaultExists() {
    Set<String> names = new HashSet<>();
    for (String version : VERSIONS) {
      for (String type : ANSWERED_BY.keySet()) {
        methods(version, type).map(EveryMethodIsAnsweredTest::name).forEach(names::add);
      }
    }
    Map<String, String> unused = new HashMap<>(GOOD_DEFAULTS);
    unused.keySet().removeAll(names);
    assertEquals(Map.of(), unused);
  }

  /** {@code initialize(…Context)} calls {@code initialize(ServiceConfiguration, …)}, ours. */
  private static boolean isStartWithContext(String method) {
    return method.matches("initialize\\(L[^;]+\\$(Initial)?Context;\\)V");
  }

  private static String name(String method) {
    return method.substring(0, method.indexOf('('));
  }

  /** Each with its return type: a method with another one overrides nothing. */
  private static Stream<String> methods(String version, String type) {
    return PulsarJars.of(version).type(type).callableMethods().stream();
  }

  private static Set<String> declared(String version, String ours) {
    return PulsarJars.of(version).type(ours).members();
  }
}
