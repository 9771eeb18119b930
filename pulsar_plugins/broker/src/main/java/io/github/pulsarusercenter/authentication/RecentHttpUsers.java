package io.github.pulsarusercenter.authentication;

import io.github.pulsarusercenter.snapshot.rights.TokenScope;
import io.github.pulsarusercenter.vocabulary.IpAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;

/**
 * The users that came over HTTP lately, by address and port. Pulsar's WebSocket service
 * authenticates and authorizes at the handshake and then forgets the user; by this table a session
 * finds its user.
 */
public final class RecentHttpUsers {
  /**
   * A user that was let in.
   *
   * @param credential the verified credential; null when another provider verified it
   * @param from where it asked from; null when that is not known
   */
  public record Visitor(String principal, Credential credential, IpAddress from) implements Origin {
    @Override
    public IpAddress from(String name) {
      return principal.equals(name) ? from : null;
    }

    @Override
    public TokenScope scope(String name) {
      return credential == null ? null : credential.scopeOf(name);
    }
  }

  private static final int MOST = 8_192;

  private final Map<String, Visitor> byAddress =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Visitor> eldest) {
          return size() > MOST;
        }
      };

  private volatile boolean started;

  /** Starts remembering; nothing is kept before. */
  public void start() {
    started = true;
  }

  /** Called when our provider has verified a credential. */
  public void signedIn(SignInData data, Credential credential) {
    String address = address(data);
    if (address != null) {
      put(
          address,
          new Visitor(credential.principal(), credential, data.from(credential.principal())));
    }
  }

  /** Called when a principal was allowed something, whichever provider signed it in. */
  public void allowed(AuthenticationDataSource data, String principal) {
    String address = address(data);
    if (address == null) {
      return;
    }
    Visitor known = find(address);
    if (known == null || !known.principal().equals(principal)) {
      put(address, new Visitor(principal, null, null));
    }
  }

  /**
   * @param address numeric address and port, as {@code 10.0.0.1:4711}
   * @return null when no user came from there lately
   */
  public synchronized Visitor find(String address) {
    return byAddress.get(address);
  }

  /**
   * Where the caller asks from. Pulsar's WebSocket service asks with data of its own, without an
   * address; the address is that of the sign-in on the same connection.
   *
   * @param data may be null
   */
  public Origin origin(AuthenticationDataSource data) {
    SignInData signIn = SignInData.of(data);
    return signIn != null ? signIn : new RecentOrigin(this, data);
  }

  /** Looked up only when a decision needs it: most rights are not limited to networks. */
  private record RecentOrigin(RecentHttpUsers users, AuthenticationDataSource data)
      implements Origin {
    @Override
    public IpAddress from(String principal) {
      Visitor visitor = visitor();
      return visitor == null ? null : visitor.from(principal);
    }

    @Override
    public TokenScope scope(String principal) {
      Visitor visitor = visitor();
      return visitor == null ? null : visitor.scope(principal);
    }

    private Visitor visitor() {
      String address = users.address(data);
      return address == null ? null : users.find(address);
    }
  }

  private synchronized void put(String address, Visitor visitor) {
    byAddress.remove(address);
    byAddress.put(address, visitor);
  }

  private String address(AuthenticationDataSource data) {
    return started && data != null && data.hasDataFromHttp() && data.hasDataFromPeer()
        ? PeerAddress.of(data.getPeerAddress()).session()
        : null;
  }
}
