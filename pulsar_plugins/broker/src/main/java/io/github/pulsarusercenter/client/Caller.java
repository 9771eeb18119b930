package io.github.pulsarusercenter.client;

/**
 * The user in whose name the plugin requests a change at the center.
 *
 * @param principal the user's name
 * @param proof proves the name to the center: a token, or the center's receipt for a password. Null
 *     when there is none; the center then refuses. Never printed
 */
public record Caller(String principal, String proof) {
  @Override
  public String toString() {
    return "Caller[" + principal + "]";
  }
}
