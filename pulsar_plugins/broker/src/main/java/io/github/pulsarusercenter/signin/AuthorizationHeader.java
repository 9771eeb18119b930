package io.github.pulsarusercenter.signin;

import io.github.pulsarusercenter.authentication.SignInData;

/**
 * The Authorization header of an HTTP call: a scheme in upper or lower case, and its value (RFC
 * 9110 §11).
 */
public final class AuthorizationHeader {
  private AuthorizationHeader() {}

  /**
   * Returns the header's value; null when there is no header or it has another scheme.
   *
   * @param scheme without the blank behind it
   */
  public static String value(SignInData data, String scheme) {
    return value(of(data), scheme);
  }

  static String value(String header, String scheme) {
    int length = scheme.length();
    boolean hasScheme =
        header != null && header.regionMatches(true, 0, scheme + " ", 0, length + 1);
    return hasScheme ? header.substring(length + 1).trim() : null;
  }

  /** Returns the header; null when there is none, and on a binary connection. */
  static String of(SignInData data) {
    return data.hasDataFromHttp() ? data.getHttpHeader("Authorization") : null;
  }
}
