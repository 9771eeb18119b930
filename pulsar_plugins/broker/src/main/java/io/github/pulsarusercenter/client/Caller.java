package io.github.pulsarusercenter.client;

/**
 * In whose name the center is asked for a change.
 *
 * @param principal the user's name
 * @param proof what the center checks it by: a token, or its receipt for a password; null when
 *     there is none, and the center then refuses. Never printed
 */
public record Caller(String principal, String proof) {
  @Override
  public String toString() {
    return "Caller[" + principal + "]";
  }
}
