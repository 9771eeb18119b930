package io.github.pulsarusercenter.client.signin;

/** Where tokens come from. */
interface TokenSource {
  /** Requests a fresh token; bounded by the configured time-outs. */
  AccessToken fetch() throws CenterException;
}
