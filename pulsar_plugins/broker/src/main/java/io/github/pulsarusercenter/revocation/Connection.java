package io.github.pulsarusercenter.revocation;

import io.github.pulsarusercenter.authentication.Credential;
import io.github.pulsarusercenter.authentication.SignInData;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A client's connection to this broker; equal to another one when it is the very same. */
public interface Connection {
  /** Who acts: behind a proxy the original principal. Null when nobody signed in. */
  String principal();

  /** Who signed in to this broker itself: behind a proxy the proxy, else the principal. */
  String authenticated();

  /** What we know of the principal's sign-in; null when another provider did it. */
  SignInData signIn();

  /** The credentials of ours that hold the connection open: the proxy's own and the principal's. */
  List<Credential> credentials();

  /** The client's address with its port, behind a proxy the proxy's; null when it is not known. */
  String address();

  /** False once it is closed, from before the broker says so. */
  boolean isOpen();

  /** Ends the connection; completes when it is closed. */
  CompletableFuture<Void> close();

  /** Completes when whatever the broker was made to do with this connection so far is done. */
  CompletableFuture<Void> settled();
}
