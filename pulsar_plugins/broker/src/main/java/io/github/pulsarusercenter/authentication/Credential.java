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
 * @param proof what proves to the center that this person signed in here: the token of an HTTP
 *     call, the center's receipt for a password; null on a connection. Never printed
 */
public record Credential(
    String principal,
    String id,
    String keyId,
    long expiresAt,
    long issuedAt,
    long version,
    String proof) {

  public Credential(
      String principal, String id, String keyId, long expiresAt, long issuedAt, long version) {
    this(principal, id, keyId, expiresAt, issuedAt, version, null);
  }

  /** The same with a proof. */
  public Credential provenBy(String shown) {
    return new Credential(principal, id, keyId, expiresAt, issuedAt, version, shown);
  }

  @Override
  public String toString() {
    return "Credential[" + principal + ", " + id + "]";
  }

  boolean isToken() {
    return keyId != null;
  }
}
