package io.github.pulsarusercenter.token;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.github.pulsarusercenter.authentication.Credential;
import io.github.pulsarusercenter.authentication.RefusedException;
import io.github.pulsarusercenter.snapshot.rights.NetworkList;
import io.github.pulsarusercenter.snapshot.rights.PermissionSnapshot;
import io.github.pulsarusercenter.snapshot.rights.TokenScope;
import io.github.pulsarusercenter.vocabulary.Refusal;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Verifies the center's access tokens (RFC 9068) with the keys of the snapshot, without a network
 * call. {@code SignInRules} decides separately whether the user may still sign in.
 */
public final class TokenVerifier {
  private static final int LONGEST_TOKEN = 16_384;
  private static final Set<String> TYPES = Set.of("at+jwt", "application/at+jwt");

  /** Older plugins do not know these types, and so refuse such tokens. */
  private static final Set<String> NARROWED =
      Set.of("narrowed-at+jwt", "application/narrowed-at+jwt");

  private final String issuer;
  private final String audience;
  private final long leewayMillis;
  private final BootstrapKeys bootstrap;
  private final Supplier<PermissionSnapshot> snapshot;
  private final LongSupplier clock;
  private final KeySet keys = new KeySet();

  /**
   * @param snapshot the permissions in force, null while there are none
   * @param clock epoch ms
   */
  public TokenVerifier(
      String issuer,
      String audience,
      long leewayMillis,
      BootstrapKeys bootstrap,
      Supplier<PermissionSnapshot> snapshot,
      LongSupplier clock) {
    this.issuer = issuer;
    this.audience = audience;
    this.leewayMillis = leewayMillis;
    this.bootstrap = bootstrap;
    this.snapshot = snapshot;
    this.clock = clock;
  }

  /**
   * @param token the compact form
   * @throws RefusedException with the first rule that the token breaks
   */
  public Credential verify(String token) throws RefusedException {
    if (token == null || token.isEmpty() || token.length() > LONGEST_TOKEN) {
      throw new RefusedException(Refusal.MALFORMED_CREDENTIAL);
    }
    try {
      SignedJWT jwt = SignedJWT.parse(token);
      JWTClaimsSet claims = jwt.getJWTClaimsSet();
      // Before the signature, so that a token of another issuer is left to the next provider.
      demand(issuer.equals(claims.getIssuer()), Refusal.WRONG_ISSUER);
      checkSignature(jwt);
      Credential credential = checkClaims(claims, jwt.getHeader().getKeyID());
      return credential.withScope(scope(claims, type(jwt.getHeader())));
    } catch (ParseException | IllegalArgumentException e) {
      throw new RefusedException(Refusal.MALFORMED_CREDENTIAL);
    } catch (JOSEException e) {
      throw new RefusedException(Refusal.WRONG_SIGNATURE);
    }
  }

  private void checkSignature(SignedJWT jwt) throws RefusedException, JOSEException {
    JWSHeader header = jwt.getHeader();
    String kid = header.getKeyID();
    KeySet.VerificationKey key = kid == null ? null : keys.key(kid, publishedKey(kid));
    demand(key != null, Refusal.UNKNOWN_KEY);
    // The algorithm in the token's header is only compared, never trusted.
    demand(key.algorithm().equals(header.getAlgorithm()), Refusal.WRONG_ALGORITHM);
    demand(jwt.verify(key.verifier()), Refusal.WRONG_SIGNATURE);
    String type = type(header);
    demand(TYPES.contains(type) || NARROWED.contains(type), Refusal.WRONG_TYPE);
  }

  private static String type(JWSHeader header) {
    JOSEObjectType type = header.getType();
    return type == null ? "" : type.getType().toLowerCase(Locale.ROOT);
  }

  /**
   * Null for a token that is not narrowed. The type alone narrows it, and so does the claim alone.
   */
  private static TokenScope scope(JWTClaimsSet claims, String type) {
    boolean narrowed = NARROWED.contains(type) || claims.getClaims().containsKey(TokenScope.CLAIM);
    return narrowed ? TokenScope.of(claims.getClaim(TokenScope.CLAIM)) : null;
  }

  private JsonNode publishedKey(String kid) {
    PermissionSnapshot current = snapshot.get();
    return current == null ? bootstrap.key(kid) : current.key(kid);
  }

  private Credential checkClaims(JWTClaimsSet claims, String keyId) throws RefusedException {
    demand(claims.getAudience().contains(audience), Refusal.WRONG_AUDIENCE);
    long now = clock.getAsLong();
    Date expires = claims.getExpirationTime();
    demand(expires != null && now < expires.getTime() + leewayMillis, Refusal.EXPIRED);
    Date from = claims.getNotBeforeTime();
    demand(from == null || now >= from.getTime() - leewayMillis, Refusal.NOT_YET_VALID);
    String principal = claims.getSubject();
    String id = claims.getJWTID();
    Date issued = claims.getIssueTime();
    boolean complete = principal != null && !principal.isEmpty() && id != null && issued != null;
    demand(complete, Refusal.MALFORMED_CREDENTIAL);
    return new Credential(
            principal,
            id,
            keyId,
            expires.getTime() + leewayMillis,
            issued.getTime(),
            passwordVersion(claims))
        .withNetworks(networks(claims));
  }

  /** Null without the claim; a claim that is not understood matches no address. */
  private static NetworkList networks(JWTClaimsSet claims) {
    if (!claims.getClaims().containsKey("networks")) {
      return null;
    }
    List<String> names = new ArrayList<>();
    if (claims.getClaim("networks") instanceof List<?> claimed) {
      claimed.forEach(network -> names.add(network instanceof String name ? name : ""));
    }
    return NetworkList.of(names);
  }

  /** The version of the password that the token was got with; 0 for other tokens. */
  private static long passwordVersion(JWTClaimsSet claims) {
    return claims.getClaim("cred") instanceof Number version ? version.longValue() : 0;
  }

  private static void demand(boolean condition, Refusal otherwise) throws RefusedException {
    if (!condition) {
      throw new RefusedException(otherwise);
    }
  }
}
