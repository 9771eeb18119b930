package io.github.pulsarusercenter.adminapi;

import java.io.IOException;
import javax.naming.AuthenticationException;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;

/**
 * A call of the admin API before it reaches the broker's other filters, independent of the broker's
 * servlet API: javax up to Pulsar 4, jakarta from 5 on.
 */
public interface AdminCall {
  /** Request attribute: the body as it was sent. */
  String SENT_BODY = "io.github.pulsarusercenter.adminapi.sent";

  /** Request attribute: the body that the broker reads instead. */
  String BODY_FOR_BROKER = "io.github.pulsarusercenter.adminapi.left";

  /**
   * Header of the center's own calls: they read and write Pulsar's stored lists of rights, which it
   * compares with its own. Nobody sees or changes more by it than without this plugin's answers.
   */
  String STORED_LISTS = "User-Center-Stored-Lists";

  /** Longer than a call to the center and a read of the metadata take. */
  long LONGEST_MILLIS = 60_000;

  /** Signs the caller in with the broker's own service; see {@link BrokerSignIn}. */
  interface SignIn {
    boolean of(Object request, Object response) throws AuthenticationException;
  }

  /**
   * A paused call, which holds no thread. It is answered once or continued once, from any thread.
   */
  interface PausedCall {
    /** Sends the call through all filters again, with this body. */
    void resume(byte[] body) throws IOException;

    void refuse(int status, byte[] json) throws IOException;
  }

  /** Takes the broker's whole answer of status 200, and continues the call with another body. */
  interface AnswerTaker {
    void take(byte[] body, PausedCall held);
  }

  String method();

  /** The path as sent, still encoded. */
  String path();

  /** A header, or null. */
  String header(String name);

  /** The body as sent; null where the broker hid it. */
  byte[] body();

  /**
   * Signs the caller in.
   *
   * @return false when the provider has answered the call itself
   */
  boolean signIn() throws AuthenticationException;

  /** The role that signed in. */
  String role();

  AuthenticationDataSource data();

  void refuse(int status, byte[] json) throws IOException;

  PausedCall pause();

  /** Holds the broker's answer back for this taker; the call itself goes on. */
  void holdAnswer(AnswerTaker taker);
}
