package io.github.pulsarusercenter.token;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import io.github.pulsarusercenter.Snapshots;
import io.github.pulsarusercenter.vocabulary.Refusal;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The center's keys change: one signs, the next one is published, earlier ones verify until they
 * go.
 */
class SeveralKeysTest extends SignedTokens {
  private static ECKey earlier;
  private static ECKey signing;
  private static ECKey next;

  private long revision = 5;
  private TokenVerifier shared;

  @BeforeAll
  static void makeMoreKeys() throws JOSEException {
    earlier = published("earlier");
    signing = published("signing");
    next = published("next");
  }

  @Test
  void eachPublishedKeyVerifiesWhatItSigned() throws Exception {
    publish(earlier, signing, next);
    for (ECKey signer : new ECKey[] {earlier, signing, next}) {
      assertEquals("alice", signIn(signedBy(signer, signer.getKeyID())).principal());
    }
  }

  @Test
  void noKeyVerifiesWhatAnotherOneSigned() throws Exception {
    publish(earlier, signing, next);
    assertEquals(Refusal.WRONG_SIGNATURE, refused(signedBy(next, "signing")));
    assertEquals(Refusal.WRONG_SIGNATURE, refused(signedBy(signing, "next")));
  }

  @Test
  void theOrderOfTheKeysDoesNotMatter() throws Exception {
    publish(next, earlier, signing);
    assertEquals("alice", signIn(signedBy(signing, "signing")).principal());
  }

  @Test
  void aRotationEndsNothing() throws Exception {
    publish(earlier, signing);
    String before = signedBy(signing, "signing");
    signIn(before);
    publish(earlier, signing, next);
    signIn(before);
    assertEquals("alice", signIn(signedBy(next, "next")).principal());
  }

  @Test
  void aKeyThatIsGoneOrRevokedVerifiesNothing() throws Exception {
    publish(earlier, signing, next);
    String token = signedBy(signing, "signing");
    signIn(token);
    publish(earlier, next);
    assertEquals(Refusal.UNKNOWN_KEY, refused(token));
    signIn(signedBy(next, "next"));
  }

  @Test
  void anotherKeyUnderTheSameIdReplacesTheFirst() throws Exception {
    publish(signing);
    signIn(signedBy(signing, "signing"));
    ECKey replaced = published("signing");
    publish(replaced);
    assertEquals(Refusal.WRONG_SIGNATURE, refused(signedBy(signing, "signing")));
    signIn(signedBy(replaced, "signing"));
  }

  /** One for all tokens of a test, as a broker has one: it remembers keys. */
  @Override
  TokenVerifier verifier() {
    shared = shared == null ? super.verifier() : shared;
    return shared;
  }

  private static ECKey published(String kid) throws JOSEException {
    return new ECKeyGenerator(Curve.P_256).keyID(kid).algorithm(JWSAlgorithm.ES256).generate();
  }

  private static String signedBy(ECKey signer, String kid) throws JOSEException {
    return sign(header(JWSAlgorithm.ES256, kid).build(), claims(c -> {}), new ECDSASigner(signer));
  }

  /** A newer snapshot arrives, with exactly these keys. */
  private void publish(ECKey... keys) throws IOException {
    String publicKeys =
        Arrays.stream(keys)
            .map(JWK::toPublicJWK)
            .map(JWK::toString)
            .collect(Collectors.joining(","));
    revision++;
    rights.replace(Snapshots.parse(Snapshots.json(revision, publicKeys, "")), 0);
  }
}
