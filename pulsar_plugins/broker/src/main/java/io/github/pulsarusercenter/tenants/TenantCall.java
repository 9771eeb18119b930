package io.github.pulsarusercenter.tenants;

import java.io.IOException;
import javax.naming.AuthenticationException;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;

/**
 * A call of the admin API before the broker's other filters have seen it, whichever servlet API the
 * broker has: javax up to Pulsar 4, jakarta from 5 on.
 */
interface TenantCall {
  /** Attribute of the request: the body that the broker is to read. */
  String LEFT = "io.github.pulsarusercenter.tenant.left";

  /** Longer than a call to the center and a look into the metadata take. */
  long LONGEST_MILLIS = 60_000;

  /** Signs the caller in by the broker's own means; see {@link BrokerSignIn}. */
  interface SignIn {
    boolean of(Object request, Object response) throws AuthenticationException;
  }

  /** A call whose thread has gone; it is answered once, or goes on once, from any thread. */
  interface Paused {
    /** Through all filters again, with this body. */
    void goOn(byte[] left);

    void refuse(int status, byte[] json) throws IOException;
  }

  String method();

  /** As it was sent, still encoded. */
  String path();

  /** A header, or null. */
  String header(String name);

  /** As it was sent; null where the broker did not show it. */
  byte[] body();

  /**
   * Signs the caller in.
   *
   * @return false when the provider has answered the call itself
   */
  boolean signIn() throws AuthenticationException;

  /** Who has signed in. */
  String role();

  AuthenticationDataSource data();

  void refuse(int status, byte[] json) throws IOException;

  Paused pause();
}
