package io.github.pulsarusercenter.client.signin;

/** Where tokens come from. */
interface TokenSource {
  /** A fresh token; takes no longer than its time-outs. */
  AccessToken fetch() throws SignInException;
}
