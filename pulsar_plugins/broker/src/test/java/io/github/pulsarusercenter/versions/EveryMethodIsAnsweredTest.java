package io.github.pulsarusercenter.versions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
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

  private static final String BROKER = "org.apache.pulsar.broker.";
  private static final String OURS = "io/github/pulsarusercenter/";

  /** Interface → our class that implements it. */
  private static final Map<String, String> ANSWERED_BY =
      Map.of(
          BROKER + "authorization.AuthorizationProvider", "UserCenterAuthorizationProvider",
          BROKER + "authentication.AuthenticationProvider", "signin/CenterAuthenticationProvider",
          BROKER + "authentication.AuthenticationState", "authentication/CredentialState");

  /** Defaults that neither fail nor allow, with what they do instead. */
  private static final Map<String, String> GOOD_DEFAULTS =
      Map.ofEntries(
          // Blocking twins of 3.0: each waits for the answer of our asynchronous method.
          Map.entry("allowTenantOperation", "waits for allowTenantOperationAsync"),
          Map.entry("allowNamespaceOperation", "waits for allowNamespaceOperationAsync"),
          Map.entry("allowNamespacePolicyOperation", "waits for the asynchronous one"),
          Map.entry("allowTopicOperation", "waits for allowTopicOperationAsync"),
          Map.entry("allowTopicPolicyOperation", "waits for the asynchronous one"),
          Map.entry("authenticateHttpRequest", "asks newHttpAuthState and authenticateAsync"),
          Map.entry("authenticateHttpRequestAsync", "asks newHttpAuthState, authenticateAsync"),
          Map.entry("incrementFailureMetric", "counts"),
          Map.entry("getStateId", "answers -1; only Athenz and SASL keep states"),
          Map.entry("refreshAuthentication", "asks the client for a fresh credential"));

  private static final Map<String, Integer> QUESTIONS =
      Map.of("3.0.7", 20, "4.0.8", 30, "4.2.4", 30, "5.0.0-M1", 30);

  @ParameterizedTest
  @FieldSource("VERSIONS")
  void ourClassesDeclareEveryMethod(String version) throws ClassNotFoundException {
    Set<String> forgotten = new TreeSet<>();
    for (Map.Entry<String, String> pair : ANSWERED_BY.entrySet()) {
      Set<String> ours = declared(version, OURS + pair.getValue());
      methods(version, pair.getKey())
          .filter(method -> !ours.contains(signature(method)))
          .filter(method -> !GOOD_DEFAULTS.containsKey(method.getName()))
          .filter(Predicate.not(EveryMethodIsAnsweredTest::isStartWithContext))
          .forEach(method -> forgotten.add(method.toGenericString()));
    }
    assertEquals(Set.of(), forgotten);
  }

  @ParameterizedTest
  @FieldSource("VERSIONS")
  void ofTheAuthorizationProviderOnlyBlockingTwinsAreDefaults(String version)
      throws ClassNotFoundException {
    String provider = BROKER + "authorization.AuthorizationProvider";
    Set<String> ours = declared(version, OURS + ANSWERED_BY.get(provider));
    List<Method> answered =
        methods(version, provider).filter(method -> ours.contains(signature(method))).toList();
    assertEquals(QUESTIONS.get(version), answered.size());
    methods(version, provider)
        .filter(method -> !ours.contains(signature(method)))
        .forEach(
            method -> {
              assertEquals(
                  boolean.class,
                  MethodType.methodType(method.getReturnType()).unwrap().returnType(),
                  method.toGenericString());
              assertEquals("3.0.7", version, method.toGenericString());
            });
  }

  /** A missing callback of the interceptor would be an AbstractMethodError in every request. */
  @ParameterizedTest
  @FieldSource("VERSIONS")
  void theInterceptorHasEveryMethodThatHasNoDefault(String version) {
    Set<String> ours = declared(version, OURS + "UserCenterInterceptor");
    Set<String> abstractOnes =
        ClassFile.of(
                PulsarJars.of(version)
                    .bytes("org/apache/pulsar/broker/intercept/BrokerInterceptor"))
            .abstractMethods();
    assertFalse(abstractOnes.isEmpty());
    Set<String> forgotten = new TreeSet<>(abstractOnes);
    forgotten.removeAll(ours);
    assertEquals(Set.of(), forgotten);
  }

  @Test
  void everyGoodDefaultExists() throws ClassNotFoundException {
    Set<String> names = new HashSet<>();
    for (String version : VERSIONS) {
      for (String type : ANSWERED_BY.keySet()) {
        methods(version, type).map(Method::getName).forEach(names::add);
      }
    }
    Map<String, String> unused = new HashMap<>(GOOD_DEFAULTS);
    unused.keySet().removeAll(names);
    assertEquals(Map.of(), unused);
  }

  /** {@code initialize(Context)} calls {@code initialize(ServiceConfiguration)}, which is ours. */
  private static boolean isStartWithContext(Method method) {
    return method.getName().equals("initialize")
        && method.getParameterTypes()[0].getSimpleName().equals("Context");
  }

  private static Stream<Method> methods(String version, String type) throws ClassNotFoundException {
    return Arrays.stream(PulsarJars.of(version).type(type).getMethods())
        .filter(method -> !Modifier.isStatic(method.getModifiers()));
  }

  /** Includes the return type: a method with another one overrides nothing. */
  private static String signature(Method method) {
    return method.getName()
        + MethodType.methodType(method.getReturnType(), method.getParameterTypes())
            .toMethodDescriptorString();
  }

  /** Read from the class file, because loading it would need the types of every version. */
  private static Set<String> declared(String version, String ours) {
    return ClassFile.of(PulsarJars.of(version).bytes(ours)).members();
  }
}
