package io.github.pulsarusercenter.token;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import java.text.ParseException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns the center's JWKs into verifiers and remembers them. The key alone determines the
 * algorithm: P-256 means ES256, RSA of at least 2048 bits means RS256. Other keys are ignored.
 */
final class KeySet {
  /** A key ready for use, with its algorithm. */
  record VerificationKey(JsonNode source, JWSAlgorithm algorithm, JWSVerifier verifier) {}

  private static final Logger log = LoggerFactory.getLogger(KeySet.class);
  private static final int LEAST_RSA_BITS = 2048;

  private final ConcurrentMap<String, VerificationKey> prepared = new ConcurrentHashMap<>();

  /**
   * @param kid the key id
   * @param jwk the key as published by the center, null when unknown
   * @return null when the key is unknown or can't be used
   */
  VerificationKey key(String kid, JsonNode jwk) {
    if (jwk == null) {
      prepared.remove(kid);
      return null;
    }
    VerificationKey cached = prepared.get(kid);
    if (cached != null && cached.source().equals(jwk)) {
      return cached;
    }
    VerificationKey fresh = prepare(kid, jwk);
    if (fresh != null) {
      prepared.put(kid, fresh);
    }
    return fresh;
  }

  private static VerificationKey prepare(String kid, JsonNode source) {
    try {
      JWK jwk = JWK.parse(source.toString());
      VerificationKey key = jwk.getKeyUse() == KeyUse.ENCRYPTION ? null : verifier(source, jwk);
      if (key != null
          && (jwk.getAlgorithm() == null || jwk.getAlgorithm().equals(key.algorithm()))) {
        return key;
      }
      log.warn("The center's key {} is neither an ES256 nor an RS256 signing key; ignored", kid);
    } catch (ParseException | JOSEException | IllegalArgumentException e) {
      log.warn("The center's key {} can't be read; ignored", kid);
    }
    return null;
  }

  private static VerificationKey verifier(JsonNode source, JWK jwk) throws JOSEException {
    if (jwk instanceof ECKey ec && Curve.P_256.equals(ec.getCurve())) {
      return new VerificationKey(source, JWSAlgorithm.ES256, new ECDSAVerifier(ec.toECPublicKey()));
    }
    if (jwk instanceof RSAKey rsa && rsa.size() >= LEAST_RSA_BITS) {
      return new VerificationKey(
          source, JWSAlgorithm.RS256, new RSASSAVerifier(rsa.toRSAPublicKey()));
    }
    return null;
  }
}
