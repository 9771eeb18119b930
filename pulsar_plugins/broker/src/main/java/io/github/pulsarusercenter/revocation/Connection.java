package io.github.pulsarusercenter.revocation;

import io.github.pulsarusercenter.authentication.SignInData;
import java.util.concurrent.CompletableFuture;

/** A client's connection to this broker; equal to another one when it is the very same. */
public interface Connection {
  /** Who signed in, or null before that. */
  String principal();

  /** What we know of the sign-in; null when another provider did it. */
  SignInData signIn();

  /** True when the credential it was opened with no longer lets anybody in. */
  boolean isSignInRevoked();

  /** Ends the connection; completes when it is closed. */
  CompletableFuture<Void> close();

  /** Completes when whatever the broker was made to do with this connection so far is done. */
  CompletableFuture<Void> settled();
}
