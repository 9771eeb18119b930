package io.github.pulsarusercenter.authentication;

/**
 * A verified credential, without the secret itself.
 *
 * @param principal the user's name, Pulsar's role
 * @param id the token's jti, {@code password} or {@code secret:<id>}; goes into access events
 * @param keyId id of the key that signed the token; null for a password or client secret
 * @param expiresAt epoch ms after which it no longer counts
 * @param issuedAt epoch ms of a token's issue; 0 for a password
 * @param version the user's credential version that the password belongs to, also behind a token; 0
 *     for other tokens
 */
public record Credential(
    String principal, String id, String keyId, long expiresAt, long issuedAt, long version) {

  boolean isToken() {
    return keyId != null;
  }
}
