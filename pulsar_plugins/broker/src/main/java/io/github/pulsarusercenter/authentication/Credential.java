package io.github.pulsarusercenter.authentication;

import io.github.pulsarusercenter.snapshot.rights.NetworkList;
import io.github.pulsarusercenter.snapshot.rights.TokenScope;

/**
 * A verified credential, without the secret itself.
 *
 * @param principal the user's name, Pulsar's role
 * @param id the token's jti, {@code password} or {@code secret:<id>}; goes into access events
 * @param keyId id of the key that signed the token; null for a password or client secret
 * @param expiresAt epoch ms from which it no longer counts
 * @param issuedAt epoch ms of a token's issue; 0 for a password
 * @param version the user's credential version at the time the password was verified; also in a
 *     token got with a password. 0 for other tokens
 * @param proof proves to the center that this user signed in here: the token of an HTTP call, or
 *     the center's receipt for a password; null for a token on a connection. Never printed
 * @param networks where the token may be used; null: anywhere
 * @param scope what a narrowed token may be used for; null: for all that its user may
 */
public record Credential(
    String principal,
    String id,
    String keyId,
    long expiresAt,
    long issuedAt,
    long version,
    String proof,
    NetworkList networks,
    TokenScope scope) {

  public Credential(
      String principal, String id, String keyId, long expiresAt, long issuedAt, long version) {
    this(principal, id, keyId, expiresAt, issuedAt, version, null, null, null);
  }

  /** The same with a proof. */
  public Credential withProof(String proof) {
    return new Credential(
        principal, id, keyId, expiresAt, issuedAt, version, proof, networks, scope);
  }

  /** The same, to be used in these networks only; null: anywhere. */
  public Credential withNetworks(NetworkList networks) {
    return new Credential(
        principal, id, keyId, expiresAt, issuedAt, version, proof, networks, scope);
  }

  /** The same, to be used for this only; null: for all that its user may. */
  public Credential withScope(TokenScope scope) {
    return new Credential(
        principal, id, keyId, expiresAt, issuedAt, version, proof, networks, scope);
  }

  /** The scope if this is that principal's own credential. */
  TokenScope scopeOf(String name) {
    return principal.equals(name) ? scope : null;
  }

  @Override
  public String toString() {
    return "Credential[" + principal + ", " + id + "]";
  }

  boolean isToken() {
    return keyId != null;
  }
}
