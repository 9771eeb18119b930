package io.github.pulsarusercenter.vocabulary;

/** Why a sign-in was refused; the names go into metrics and access events. */
public enum Refusal {
  NO_CREDENTIAL("nothing was sent that this method reads"),
  MALFORMED_CREDENTIAL("the credential can't be read"),
  WRONG_ALGORITHM("the token's algorithm is not the one of its key"),
  UNKNOWN_KEY("the token was signed with an unknown key"),
  WRONG_SIGNATURE("the token's signature is wrong"),
  WRONG_TYPE("the token is no access token"),
  WRONG_ISSUER("the token comes from another issuer"),
  WRONG_AUDIENCE("the token is meant for another audience"),
  EXPIRED("the token has expired"),
  NOT_YET_VALID("the token is not valid yet"),
  REVOKED("the credential was revoked"),
  UNKNOWN_PRINCIPAL("the user is not known in this cluster"),
  PRINCIPAL_CHANGED("the fresh credential is another user's"),
  USER_DISABLED("the user is disabled or locked"),
  MAIN_ACCOUNT_DISABLED("the user's main account is disabled"),
  OUTSIDE_NETWORK(
      "the address is not known to be in a network that the token or user is limited to"),
  RESERVED_NAME("the name is in superUserRoles or proxyRoles, and the user is a sub-account"),
  NARROWED_TOKEN(
      "the token is narrowed, and brokers do not see what it is narrowed to behind a proxy"),
  INVALID_CREDENTIALS("user name or password is wrong"),
  PASSWORD_CHANGE_REQUIRED("the password must be changed in the console first"),
  BUSY("too many password checks at once, try again"),
  CENTER_UNREACHABLE("the center can't be asked, try again"),
  NOT_READY("the broker has no permissions from the center yet"),
  SNAPSHOT_TOO_OLD("the broker has had no contact with the center for too long"),
  ERROR("internal error");

  private final String text;

  Refusal(String text) {
    this.text = text;
  }

  /** A sentence without any part of the credential. */
  public String text() {
    return text;
  }
}
