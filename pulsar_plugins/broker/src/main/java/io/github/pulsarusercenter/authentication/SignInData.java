package io.github.pulsarusercenter.authentication;

import io.github.pulsarusercenter.snapshot.rights.TokenScope;
import io.github.pulsarusercenter.vocabulary.IpAddress;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;

/**
 * What our authentication providers hand to our authorization provider: the verified credential,
 * the connection and, over HTTP, the call.
 */
public interface SignInData extends AuthenticationDataSource, Origin {
  /** The verified credential; null before it was verified. */
  Credential credential();

  void setCredential(Credential credential);

  /** The client's address without port, or null. */
  String ip();

  /** Unknown, unless the kind of data knows better. */
  @Override
  default IpAddress from(String principal) {
    return null;
  }

  /** The scope of the credential; unknown for a principal that a proxy signed in for. */
  @Override
  default TokenScope scope(String principal) {
    Credential current = credential();
    return current == null ? null : current.scopeOf(principal);
  }

  /**
   * Called when the broker has let a binary connection in.
   *
   * @param owner the role that the peer's address belongs to; null behind a proxy or balancer
   */
  default void setPeerOwner(String owner) {}

  /** Distinguishes connections; null over HTTP. */
  String session();

  /** The HTTP method, or null on a binary connection. */
  default String method() {
    return null;
  }

  /** The raw path of the HTTP call, or null on a binary connection. */
  default String path() {
    return null;
  }

  /**
   * Runs the action when the answer to the HTTP call was sent. Never runs it when that can't be
   * known, or when the call ended without an answer.
   */
  default void whenOver(Runnable action) {}

  /** The raw query of the HTTP call; null without one, and on a binary connection. */
  default String query() {
    return null;
  }

  /** Our data, without the broker's wrappers; null when another provider signed the user in. */
  static SignInData of(AuthenticationDataSource data) {
    return unwrapped(data) instanceof SignInData ours ? ours : null;
  }

  /** What a provider made, without the broker's wrappers; null for null. */
  static AuthenticationDataSource unwrapped(AuthenticationDataSource data) {
    return WrappedData.unwrapped(data);
  }
}
