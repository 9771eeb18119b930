package io.github.pulsarusercenter.signin;

import io.github.pulsarusercenter.authentication.SignInData;

/**
 * The Authorization header of an HTTP call: a scheme in any case, and what it shows (RFC 9110 §11).
 */
public final class AuthorizationHeader {
  private AuthorizationHeader() {}

  /**
   * Returns what the header shows by a scheme; null when there is none or it is of another scheme.
   *
   * @param scheme without the blank behind it
   */
  public static String value(SignInData data, String scheme) {
    return value(of(data), scheme);
  }

  static String value(String header, String scheme) {
    int length = scheme.length();
    boolean named = header != null && header.regionMatches(true, 0, scheme + " ", 0, length + 1);
    return named ? header.substring(length + 1).trim() : null;
  }

  /** Returns the header; null when there is none, and on a binary connection. */
  static String of(SignInData data) {
    return data.hasDataFromHttp() ? data.getHttpHeader("Authorization") : null;
  }
}
