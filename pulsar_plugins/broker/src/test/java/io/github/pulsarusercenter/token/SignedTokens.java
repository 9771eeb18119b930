package io.github.pulsarusercenter.token;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.github.pulsarusercenter.Snapshots;
import io.github.pulsarusercenter.authentication.Credential;
import io.github.pulsarusercenter.authentication.RefusedException;
import io.github.pulsarusercenter.authentication.SignInRules;
import io.github.pulsarusercenter.clock.CenterTime;
import io.github.pulsarusercenter.decision.DecisionEngine;
import io.github.pulsarusercenter.decision.DecisionOptions;
import io.github.pulsarusercenter.snapshot.current.CurrentRights;
import io.github.pulsarusercenter.vocabulary.Refusal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Date;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Good tokens that a test may spoil, and who verifies them. */
abstract class SignedTokens {
  static final long NOW = 1_790_000_000_000L;
  static ECKey key;
  static ECKey other;
  static RSAKey rsa;

  @TempDir Path directory;
  final CurrentRights rights =
      new CurrentRights(
          new DecisionEngine(DecisionOptions.DEFAULTS),
          3_600,
          () -> 0,
          new CenterTime(() -> 0, () -> 0));
  BootstrapKeys bootstrap;

  @BeforeAll
  static void makeKeys() throws JOSEException {
    key = new ECKeyGenerator(Curve.P_256).keyID("k1").algorithm(JWSAlgorithm.ES256).generate();
    other = new ECKeyGenerator(Curve.P_256).keyID("k1").generate();
    rsa = new RSAKeyGenerator(2048).keyID("r1").algorithm(JWSAlgorithm.RS256).generate();
  }

  @BeforeEach
  void holdASnapshot() throws IOException {
    bootstrap = new BootstrapKeys(null);
    String keys = key.toPublicJWK() + "," + rsa.toPublicJWK();
    String revoked = "{\"jti\":\"revoked\",\"exp\":1900000000000}";
    rights.replace(Snapshots.parse(Snapshots.json(5, keys, revoked)), 0);
  }

  static JWSHeader.Builder header(JWSAlgorithm algorithm, String kid) {
    return new JWSHeader.Builder(algorithm).keyID(kid).type(new JOSEObjectType("at+jwt"));
  }

  static JWTClaimsSet claims(Consumer<JWTClaimsSet.Builder> change) {
    JWTClaimsSet.Builder builder =
        new JWTClaimsSet.Builder()
            .issuer("https://center")
            .subject("alice")
            .audience("pulsar")
            .jwtID("t1")
            .issueTime(new Date(NOW - 1_000))
            .notBeforeTime(new Date(NOW - 1_000))
            .expirationTime(new Date(NOW + 60_000));
    change.accept(builder);
    return builder.build();
  }

  static String sign(JWSHeader header, JWTClaimsSet claims, JWSSigner signer) throws JOSEException {
    SignedJWT jwt = new SignedJWT(header, claims);
    jwt.sign(signer);
    return jwt.serialize();
  }

  static String token(Consumer<JWTClaimsSet.Builder> change) throws JOSEException {
    return sign(header(JWSAlgorithm.ES256, "k1").build(), claims(change), new ECDSASigner(key));
  }

  /** Verifies a token and then checks whether the user may sign in, as the provider does. */
  Credential signIn(String token) throws RefusedException {
    Credential credential = verifier().verify(token);
    new SignInRules(rights, () -> Set.of("broker", "eve"), () -> Set.of("mallory"), () -> NOW)
        .demand(credential);
    return credential;
  }

  TokenVerifier verifier() {
    return new TokenVerifier(
        "https://center", "pulsar", 30_000, bootstrap, rights::snapshot, () -> NOW);
  }

  Refusal refused(String token) {
    RefusedException refused = assertThrows(RefusedException.class, () -> signIn(token));
    assertFalse(token != null && token.length() > 9 && refused.getMessage().contains(token));
    return refused.refusal();
  }
}
