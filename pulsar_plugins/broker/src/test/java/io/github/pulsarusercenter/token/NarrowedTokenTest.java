package io.github.pulsarusercenter.token;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import io.github.pulsarusercenter.decision.CachedDecisions;
import io.github.pulsarusercenter.decision.DecisionEngine;
import io.github.pulsarusercenter.decision.DecisionOptions;
import io.github.pulsarusercenter.snapshot.rights.TokenScope;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.Refusal;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Type and claim of a narrowed token. What it covers: {@code tests/decision_cases}. */
class NarrowedTokenTest extends SignedTokens {
  private static final String TOPIC = "persistent://acme/orders/created";
  private static final Object READ =
      List.of(
          Map.of(
              "type",
              "pulsar_rights",
              "place",
              "topic",
              "identifier",
              TOPIC,
              "authorities",
              List.of(303)));

  @Test
  void theClaimIsReadAfterTheSignature() throws Exception {
    TokenScope scope = scope("narrowed-at+jwt", READ);
    assertTrue(covers(scope, "topic:CONSUME"));
    assertFalse(covers(scope, "topic:PRODUCE"));
  }

  @Test
  void otherTokensAreNotNarrowed() throws Exception {
    assertNull(signIn(token(claims -> {})).scope());
  }

  @Test
  void theTypeWithoutTheClaimCoversNothing() throws Exception {
    assertFalse(covers(scope("narrowed-at+jwt", null), "topic:CONSUME"));
  }

  @Test
  void theClaimCountsInAnyAccessToken() throws Exception {
    TokenScope scope = scope("at+jwt", READ);
    assertNotNull(scope);
    assertFalse(covers(scope, "topic:PRODUCE"));
  }

  @Test
  void anUnknownTypeIsRefused() throws Exception {
    String token = sign(head("narrower-at+jwt"), claims(c -> {}), new ECDSASigner(key));
    assertEquals(Refusal.WRONG_TYPE, refused(token));
  }

  private TokenScope scope(String type, Object claim) throws Exception {
    var claims = claims(c -> c.claim(TokenScope.CLAIM, claim));
    return signIn(sign(head(type), claims, new ECDSASigner(key))).scope();
  }

  private static JWSHeader head(String type) {
    return header(JWSAlgorithm.ES256, "k1").type(new JOSEObjectType(type)).build();
  }

  private boolean covers(TokenScope scope, String question) {
    var decisions =
        new CachedDecisions(new DecisionEngine(DecisionOptions.DEFAULTS), rights.snapshot());
    return decisions.isCovered(
        scope, "alice", Question.of(question), ResourceName.topic(TOPIC), null, NOW);
  }
}
