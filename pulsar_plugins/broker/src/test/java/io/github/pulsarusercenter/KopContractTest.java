package io.github.pulsarusercenter;

import static io.github.pulsarusercenter.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.naming.AuthenticationException;
import org.apache.pulsar.broker.ServiceConfiguration;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.broker.authentication.AuthenticationProvider;
import org.apache.pulsar.broker.authentication.AuthenticationService;
import org.apache.pulsar.broker.authentication.AuthenticationState;
import org.apache.pulsar.broker.authorization.AuthorizationProvider;
import org.apache.pulsar.broker.authorization.AuthorizationService;
import org.apache.pulsar.common.api.AuthData;
import org.apache.pulsar.common.naming.NamespaceName;
import org.apache.pulsar.common.naming.TopicName;
import org.apache.pulsar.common.policies.data.NamespaceOperation;
import org.apache.pulsar.common.policies.data.PolicyName;
import org.apache.pulsar.common.policies.data.PolicyOperation;
import org.apache.pulsar.common.policies.data.TopicOperation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Makes the calls of Kafka-on-Pulsar, which is not available here, through the broker's own
 * authentication and authorization services. The calls are copied from streamnative/kop, branches
 * for Pulsar 3.0 and later: {@code PlainSaslServer}, {@code OauthValidatorCallbackHandler}, {@code
 * SimpleAclAuthorizer}.
 */
class KopContractTest {
  private static final TopicName ORDERS = TopicName.get("persistent://acme/orders/created");
  private static final TopicName PARTITION = ORDERS.getPartition(2);
  private static final NamespaceName NAMESPACE = ORDERS.getNamespaceObject();

  @TempDir Path directory;
  private final Map<String, CompletableFuture<Boolean>> answersByQuestion = new LinkedHashMap<>();
  private FakeCenter center;
  private ECKey key;
  private AuthenticationService authentication;
  private AuthorizationService authorization;

  private record KopSession(String role, AuthenticationDataSource data) {}

  @BeforeEach
  void startTheServicesOfABroker() throws Exception {
    key = new ECKeyGenerator(Curve.P_256).keyID("k1").algorithm(JWSAlgorithm.ES256).generate();
    center = new FakeCenter();
    center.snapshot = Snapshots.json(5, key.toPublicJWK().toString(), "");
    ServiceConfiguration conf = configuration();
    authentication = new AuthenticationService(conf);
    authorization = new AuthorizationService(conf, null);
    eventually("snapshot", () -> authorization.canLookupAsync(ORDERS, "alice", null).join());
  }

  private ServiceConfiguration configuration() throws Exception {
    Path credential = Files.writeString(directory.resolve("credential"), FakeCenter.CREDENTIAL);
    ServiceConfiguration conf = new ServiceConfiguration();
    conf.setClusterName("test");
    conf.setAuthenticationEnabled(true);
    conf.setAuthorizationEnabled(true);
    conf.setAuthenticationProviders(
        Set.of(
            UserCenterTokenAuthenticationProvider.class.getName(),
            UserCenterBasicAuthenticationProvider.class.getName()));
    conf.setAuthorizationProvider(UserCenterAuthorizationProvider.class.getName());
    conf.setSuperUserRoles(Set.of("broker"));
    conf.setProxyRoles(Set.of("root", "dora"));
    conf.getProperties().setProperty("userCenterUrl", center.url());
    conf.getProperties().setProperty("userCenterCredentialFile", credential.toString());
    conf.getProperties().setProperty("userCenterIssuer", "https://center");
    conf.getProperties().setProperty("userCenterSnapshotFile", directory + "/s.json");
    conf.getProperties().setProperty("userCenterEventsDirectory", directory + "/events");
    return conf;
  }

  @AfterEach
  void stop() throws Exception {
    // The service can't close its provider: a broker stops with it.
    Field provider = AuthorizationService.class.getDeclaredField("provider");
    provider.setAccessible(true);
    ((AuthorizationProvider) provider.get(authorization)).close();
    authentication.close();
    center.close();
  }

  private String token(String user) throws JOSEException {
    long now = System.currentTimeMillis();
    JWTClaimsSet claims =
        new JWTClaimsSet.Builder()
            .issuer("https://center")
            .subject(user)
            .audience("pulsar")
            .jwtID("t1")
            .issueTime(new Date(now - 1_000))
            .expirationTime(new Date(now + 60_000))
            .build();
    JWSHeader header =
        new JWSHeader.Builder(JWSAlgorithm.ES256)
            .keyID("k1")
            .type(new JOSEObjectType("at+jwt"))
            .build();
    SignedJWT jwt = new SignedJWT(header, claims);
    jwt.sign(new ECDSASigner(key));
    return jwt.serialize();
  }

  /** SASL/PLAIN: the user name is a tenant, the password is {@code <method>:<credential>}. */
  private KopSession plain(String password) throws Exception {
    String[] sent = ("\0acme\0" + password).split("\0");
    String[] parts = sent[2].split(":");
    assertEquals(2, parts.length, "KoP demands exactly one colon");
    return signIn(parts[0], parts[1]);
  }

  /** SASL/OAUTHBEARER: KoP's handler uses the method named by {@code oauth.validate.method}. */
  private KopSession oauthBearer(String token) throws Exception {
    return signIn("token", token);
  }

  private KopSession signIn(String method, String credential) throws Exception {
    AuthenticationProvider provider = authentication.getAuthenticationProvider(method);
    assertNotNull(provider, method);
    AuthData data = AuthData.of(credential.getBytes(UTF_8));
    AuthenticationState state = provider.newAuthState(data, null, null);
    state.authenticateAsync(data).get(30, TimeUnit.SECONDS);
    return new KopSession(state.getAuthRole(), state.getAuthDataSource());
  }

  /** Everything that KoP's authorizer asks for one principal. A failing question fails the test. */
  private Map<String, Boolean> answers(String role, AuthenticationDataSource data) {
    answersByQuestion.clear();
    answersByQuestion.put("lookup", authorization.canLookupAsync(ORDERS, role, data));
    answersByQuestion.put("produce", authorization.canProduceAsync(PARTITION, role, data));
    answersByQuestion.put("fetch", authorization.canConsumeAsync(PARTITION, role, data, "group"));
    answersByQuestion.put(
        "fetch, empty group", authorization.canConsumeAsync(ORDERS, role, data, ""));
    answersByQuestion.put(
        "fetch, no group", authorization.canConsumeAsync(ORDERS, role, data, null));
    answersByQuestion.put(
        "create topic",
        authorization.allowNamespaceOperationAsync(
            NAMESPACE, NamespaceOperation.CREATE_TOPIC, role, data));
    answersByQuestion.put(
        "delete topic",
        authorization.allowNamespaceOperationAsync(
            NAMESPACE, NamespaceOperation.DELETE_TOPIC, role, data));
    answersByQuestion.put(
        "create partitions",
        authorization.allowTopicPolicyOperationAsync(
            ORDERS, PolicyName.PARTITION, PolicyOperation.WRITE, role, data));
    answersByQuestion.put(
        "manage tenant",
        authorization.allowTopicOperationAsync(ORDERS, TopicOperation.LOOKUP, role, data));
    answersByQuestion.put(
        "list topics",
        authorization.allowNamespaceOperationAsync(
            NAMESPACE, NamespaceOperation.GET_TOPICS, role, data));
    Map<String, Boolean> answered = new LinkedHashMap<>();
    answersByQuestion.forEach((question, answer) -> answered.put(question, answer.join()));
    return answered;
  }

  private static Set<String> allowed(Map<String, Boolean> answers) {
    return answers.entrySet().stream()
        .filter(Map.Entry::getValue)
        .map(Map.Entry::getKey)
        .collect(java.util.stream.Collectors.toSet());
  }

  @Test
  void plainWithATokenAsPassword() throws Exception {
    KopSession alice = plain("token:" + token("alice"));
    assertEquals("alice", alice.role());
    assertEquals(
        Set.of(
            "lookup",
            "produce",
            "fetch",
            "fetch, empty group",
            "fetch, no group",
            "manage tenant",
            "list topics"),
        allowed(answers(alice.role(), alice.data())));
  }

  @Test
  void oauthBearerIsTheSameToken() throws Exception {
    KopSession root = oauthBearer(token("root"));
    assertEquals("root", root.role());
    assertNull(root.data().getPeerAddress());
    assertFalse(root.data().hasDataFromHttp());
    assertTrue(root.data().hasDataFromCommand());
  }

  @Test
  void everyQuestionIsAnsweredWithoutAuthenticationData() {
    assertEquals(7, allowed(answers("alice", null)).size());
    assertEquals(Set.of(), allowed(answers("dora", null)));
    assertEquals(Set.of(), allowed(answers("nobody", null)));
    assertEquals(Set.of(), allowed(answers(null, null)));
    assertEquals(Set.of(), allowed(answers("", null)));
    assertEquals(10, allowed(answers("broker", null)).size());
  }

  @Test
  void aKopProxyForwardsANameWithItsOwnData() throws Exception {
    KopSession proxy = plain("token:" + token("root"));
    // KoP asks with the forwarded name and the proxy's data: the name decides.
    assertEquals(Set.of(), allowed(answers("dora", proxy.data())));
    assertEquals(7, allowed(answers("alice", proxy.data())).size());
  }

  @Test
  void heartbeatsReportThatTheBrokerEnforces() throws Exception {
    eventually("a heartbeat", () -> center.bodies.toString().contains("\"mode\":\"enforce\""));
  }

  @Test
  void aProxysTokenOpensNothing() throws Exception {
    KopSession dora = plain("token:" + token("dora"));
    assertEquals(Set.of(), allowed(answers(dora.role(), dora.data())));
  }

  @Test
  void refusalsArriveAsAuthenticationExceptionsWithoutTheCredential() throws Exception {
    for (String wrong :
        new String[] {"junk", "a.b.c", token("bob"), token("nobody"), token("carl")}) {
      ExecutionException refused = assertThrows(ExecutionException.class, () -> oauthBearer(wrong));
      assertTrue(refused.getCause() instanceof AuthenticationException, refused.toString());
      assertFalse(refused.getMessage().contains(wrong));
    }
  }

  @Test
  void theRoleIsRefusedBeforeTheSignIn() throws Exception {
    AuthData data = AuthData.of(token("alice").getBytes(UTF_8));
    AuthenticationState state =
        authentication.getAuthenticationProvider("token").newAuthState(data, null, null);
    assertThrows(AuthenticationException.class, state::getAuthRole);
    assertNotNull(state.getAuthDataSource());
    assertFalse(state.isExpired());
  }

  @Test
  void aRevokedRightIsGoneForTheNextQuestion() throws Exception {
    KopSession alice = plain("token:" + token("alice"));
    center.delta(Snapshots.withoutGrant(5), 6);
    eventually("revoked", () -> allowed(answers(alice.role(), alice.data())).isEmpty());
  }
}
