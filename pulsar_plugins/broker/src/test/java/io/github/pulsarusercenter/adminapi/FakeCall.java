package io.github.pulsarusercenter.adminapi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import javax.naming.AuthenticationException;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;

/** A call and its outcome: the body that the broker reads, or status and sentence. */
final class FakeCall implements AdminCall, AdminCall.PausedCall {
  /** True where the broker does not show the body. */
  boolean hidden;

  String contentType = "application/json";

  /** True for a call of the center itself. */
  boolean storedLists;

  private final String method;
  private final String path;
  private final String body;
  private final String role;
  private final String original;
  private AnswerTaker taker;
  private String end = "as it was";

  FakeCall(String method, String path, String body, String role, String original) {
    this.method = method;
    this.path = path;
    this.body = body;
    this.role = role;
    this.original = original;
  }

  String outcome(AdminCallFilter filter) throws IOException {
    boolean handled = filter.take(this);
    assertEquals(handled, !end.equals("as it was"));
    return end;
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public String header(String name) {
    return switch (name) {
      case "X-Original-Principal" -> original;
      case "Content-Type" -> contentType;
      case STORED_LISTS -> storedLists ? "true" : null;
      default -> null;
    };
  }

  @Override
  public byte[] body() {
    return hidden ? null : body.getBytes(UTF_8);
  }

  @Override
  public boolean signIn() throws AuthenticationException {
    if (role == null) {
      throw new AuthenticationException("no");
    }
    return true;
  }

  @Override
  public String role() {
    return role;
  }

  @Override
  public AuthenticationDataSource data() {
    return null;
  }

  @Override
  public void refuse(int status, byte[] json) {
    end = status + " " + new String(json, UTF_8);
  }

  @Override
  public PausedCall pause() {
    return this;
  }

  @Override
  public void holdAnswer(AnswerTaker answerTaker) {
    taker = answerTaker;
  }

  /** What becomes of the broker's answer; null when it is not held. */
  String answered(String answer) {
    if (taker == null) {
      return null;
    }
    taker.take(answer.getBytes(UTF_8), this);
    return end.replaceFirst("^on with ", "");
  }

  @Override
  public void resume(byte[] bodyForBroker) {
    end = "on with " + new String(bodyForBroker, UTF_8);
  }
}
