package io.github.pulsarusercenter.token;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.PlainJWT;
import io.github.pulsarusercenter.Snapshots;
import io.github.pulsarusercenter.authentication.Credential;
import io.github.pulsarusercenter.authentication.SignInRules;
import io.github.pulsarusercenter.clock.CenterTime;
import io.github.pulsarusercenter.snapshot.current.CurrentRights;
import io.github.pulsarusercenter.snapshot.rights.PermissionSnapshot;
import io.github.pulsarusercenter.vocabulary.Refusal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Date;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The token matrix: each test breaks exactly one rule of an otherwise good token. */
class TokenVerifierTest extends SignedTokens {
  @Test
  void aGoodTokenNamesItsUser() throws Exception {
    Credential credential = signIn(token(claims -> {}));
    assertEquals("alice", credential.principal());
    assertEquals("t1", credential.id());
    assertEquals(NOW + 90_000, credential.expiresAt());
  }

  @Test
  void aTokenGotWithAPasswordEndsWithThePassword() throws Exception {
    assertEquals(3, signIn(token(claims -> claims.claim("cred", 3))).version());
    assertEquals("alice", signIn(token(claims -> claims.claim("cred", 4))).principal());
    assertEquals(Refusal.REVOKED, refused(token(claims -> claims.claim("cred", 2))));
  }

  @Test
  void rs256WithAnRsaKeyIsFine() throws Exception {
    String token =
        sign(header(JWSAlgorithm.RS256, "r1").build(), claims(claims -> {}), new RSASSASigner(rsa));
    assertEquals("alice", signIn(token).principal());
  }

  @Test
  void anAudienceListIsFine() throws Exception {
    String token = token(claims -> claims.audience(java.util.List.of("api", "pulsar")));
    assertEquals("alice", signIn(token).principal());
  }

  @Test
  void unsignedTokensAreRefused() {
    assertEquals(
        Refusal.MALFORMED_CREDENTIAL, refused(new PlainJWT(claims(claims -> {})).serialize()));
  }

  @Test
  void hmacWithThePublicKeyIsRefused() throws Exception {
    byte[] secret = key.toECPublicKey().getEncoded();
    String token =
        sign(header(JWSAlgorithm.HS256, "k1").build(), claims(c -> {}), new MACSigner(secret));
    assertEquals(Refusal.WRONG_ALGORITHM, refused(token));
  }

  @Test
  void theKeyFixesTheAlgorithm() throws Exception {
    String ps256 =
        sign(header(JWSAlgorithm.PS256, "r1").build(), claims(c -> {}), new RSASSASigner(rsa));
    assertEquals(Refusal.WRONG_ALGORITHM, refused(ps256));
    String crossed =
        sign(header(JWSAlgorithm.ES256, "r1").build(), claims(c -> {}), new ECDSASigner(key));
    assertEquals(Refusal.WRONG_ALGORITHM, refused(crossed));
  }

  @Test
  void foreignSignaturesAndKeysAreRefused() throws Exception {
    String forged =
        sign(header(JWSAlgorithm.ES256, "k1").build(), claims(c -> {}), new ECDSASigner(other));
    assertEquals(Refusal.WRONG_SIGNATURE, refused(forged));
    String unknown =
        sign(header(JWSAlgorithm.ES256, "k9").build(), claims(c -> {}), new ECDSASigner(key));
    assertEquals(Refusal.UNKNOWN_KEY, refused(unknown));
    String nameless =
        sign(header(JWSAlgorithm.ES256, null).build(), claims(c -> {}), new ECDSASigner(key));
    assertEquals(Refusal.UNKNOWN_KEY, refused(nameless));
  }

  @Test
  void aKeyInTheHeaderIsNotUsed() throws Exception {
    JWSHeader header = header(JWSAlgorithm.ES256, "k1").jwk(other.toPublicJWK()).build();
    assertEquals(
        Refusal.WRONG_SIGNATURE, refused(sign(header, claims(c -> {}), new ECDSASigner(other))));
  }

  @Test
  void otherKindsOfTokensAreRefused() throws Exception {
    JWSHeader header =
        new JWSHeader.Builder(JWSAlgorithm.ES256).keyID("k1").type(JOSEObjectType.JWT).build();
    assertEquals(Refusal.WRONG_TYPE, refused(sign(header, claims(c -> {}), new ECDSASigner(key))));
  }

  @Test
  void issuerAndAudienceMustFit() throws Exception {
    assertEquals(Refusal.WRONG_ISSUER, refused(token(c -> c.issuer("https://center/"))));
    assertEquals(Refusal.WRONG_ISSUER, refused(token(c -> c.issuer(null))));
    assertEquals(Refusal.WRONG_AUDIENCE, refused(token(c -> c.audience("https://center"))));
    assertEquals(Refusal.WRONG_AUDIENCE, refused(token(c -> c.audience((String) null))));
  }

  @Test
  void timesCountWithTheLeeway() throws Exception {
    signIn(token(c -> c.expirationTime(new Date(NOW - 29_000))));
    assertEquals(Refusal.EXPIRED, refused(token(c -> c.expirationTime(new Date(NOW - 30_000)))));
    assertEquals(Refusal.EXPIRED, refused(token(c -> c.expirationTime(null))));
    signIn(token(c -> c.notBeforeTime(new Date(NOW + 30_000))));
    assertEquals(
        Refusal.NOT_YET_VALID, refused(token(c -> c.notBeforeTime(new Date(NOW + 31_000)))));
  }

  @Test
  void incompleteTokensAreRefused() throws Exception {
    assertEquals(Refusal.MALFORMED_CREDENTIAL, refused(token(c -> c.subject(null))));
    assertEquals(Refusal.MALFORMED_CREDENTIAL, refused(token(c -> c.jwtID(null))));
    assertEquals(Refusal.MALFORMED_CREDENTIAL, refused(token(c -> c.issueTime(null))));
    assertEquals(Refusal.MALFORMED_CREDENTIAL, refused(""));
    assertEquals(Refusal.MALFORMED_CREDENTIAL, refused(null));
    assertEquals(Refusal.MALFORMED_CREDENTIAL, refused("alice:password"));
    assertEquals(Refusal.MALFORMED_CREDENTIAL, refused("x".repeat(20_000)));
  }

  @Test
  void theSnapshotDecidesWhoMayStillSignIn() throws Exception {
    assertEquals(Refusal.REVOKED, refused(token(c -> c.jwtID("revoked"))));
    assertEquals(Refusal.UNKNOWN_PRINCIPAL, refused(token(c -> c.subject("nobody"))));
    assertEquals(Refusal.USER_DISABLED, refused(token(c -> c.subject("bob"))));
    assertEquals(Refusal.MAIN_ACCOUNT_DISABLED, refused(token(c -> c.subject("carl"))));
    Date early = new Date(1_699_999_999_000L);
    assertEquals(Refusal.REVOKED, refused(token(c -> c.subject("dora").issueTime(early))));
    signIn(token(c -> c.subject("dora")));
  }

  @Test
  void aSubAccountDoesNotBorrowTheNameOfASuperUserOrProxy() throws Exception {
    String subs =
        """
        {"after":5,"revision":6,"set":{"users":[
          {"name":"eve","main":"alice"},{"name":"mallory","main":"alice"},
          {"name":"frank","main":"alice"},{"name":"broker"}]}}""";
    rights.replace(rights.snapshot().apply(Snapshots.tree(subs)), 0);
    assertEquals(Refusal.RESERVED_NAME, refused(token(c -> c.subject("eve"))));
    assertEquals(Refusal.RESERVED_NAME, refused(token(c -> c.subject("mallory"))));
    signIn(token(c -> c.subject("frank")));
    signIn(token(c -> c.subject("broker")));
  }

  @Test
  void withoutASnapshotOnlyTheBrokersOwnUserComesIn() throws Exception {
    Path file = directory.resolve("jwks.json");
    Files.writeString(file, "{\"keys\":[" + key.toPublicJWK() + "]}");
    bootstrap = new BootstrapKeys(file);
    CurrentRights none = new CurrentRights(null, 3_600, () -> 0, new CenterTime(() -> 0, () -> 0));
    TokenVerifier verifier =
        new TokenVerifier(
            "https://center", "pulsar", 0, bootstrap, () -> (PermissionSnapshot) null, () -> NOW);
    SignInRules rules = new SignInRules(none, () -> Set.of("broker"), Set::of, () -> NOW);
    assertEquals(null, rules.refusal(verifier.verify(token(c -> c.subject("broker")))));
    assertEquals(Refusal.NOT_READY, rules.refusal(verifier.verify(token(c -> {}))));
  }

  @Test
  void bootstrapKeysEndWithTheFirstSnapshot() throws Exception {
    ECKey retired = new ECKeyGenerator(Curve.P_256).keyID("old").generate();
    Path file = directory.resolve("jwks.json");
    Files.writeString(file, "{\"keys\":[" + retired.toPublicJWK() + "]}");
    bootstrap = new BootstrapKeys(file);
    String token =
        sign(header(JWSAlgorithm.ES256, "old").build(), claims(c -> {}), new ECDSASigner(retired));
    assertEquals(Refusal.UNKNOWN_KEY, refused(token));
  }
}
