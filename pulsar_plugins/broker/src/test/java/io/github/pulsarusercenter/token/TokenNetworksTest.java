package io.github.pulsarusercenter.token;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.github.pulsarusercenter.authentication.Credential;
import io.github.pulsarusercenter.authentication.SignInRules;
import io.github.pulsarusercenter.vocabulary.IpAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where a token counts that is limited to networks. */
class TokenNetworksTest extends SignedTokens {
  @Test
  void aLimitedTokenCountsInItsNetworksOnly() throws Exception {
    Credential everywhere = signIn(token(claims -> {}));
    Credential office =
        signIn(token(claims -> claims.claim("networks", List.of("10.0.0.0/8", "2001:db8::/32"))));
    assertFalse(outside(everywhere, null));
    assertFalse(outside(office, "10.1.2.3"));
    assertFalse(outside(office, "2001:db8::1"));
    assertTrue(outside(office, "192.168.0.1"));
    assertTrue(outside(office, null));
  }

  @Test
  void aMalformedClaimMatchesNoAddress() throws Exception {
    List<Object> broken =
        new ArrayList<>(
            List.of(
                "10.0.0.0/8", 7, List.of(), List.of(7), List.of("10.0.0.0/8", 7), Map.of("a", 1)));
    broken.addAll(List.of(List.of("10.0.0.1/8"), List.of("10.0.0.0/8", "@office"), List.of("")));
    for (Object claim : broken) {
      Credential credential = signIn(token(claims -> claims.claim("networks", claim)));
      assertTrue(outside(credential, "10.1.2.3"), claim.toString());
    }
    SignedJWT jwt =
        new SignedJWT(header(JWSAlgorithm.ES256, "k1").build(), withNull(claims(c -> {})));
    jwt.sign(new ECDSASigner(key));
    assertTrue(outside(signIn(jwt.serialize()), "10.1.2.3"));
  }

  /** Nimbus leaves out null by default. */
  private static JWTClaimsSet withNull(JWTClaimsSet claims) {
    return new JWTClaimsSet.Builder(claims)
        .claim("networks", null)
        .serializeNullClaims(true)
        .build();
  }

  private boolean outside(Credential credential, String address) {
    return SignInRules.isOutside(credential, rights.snapshot(), name -> IpAddress.parse(address));
  }
}
