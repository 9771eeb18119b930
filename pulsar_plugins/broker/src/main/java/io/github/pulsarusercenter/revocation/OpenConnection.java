package io.github.pulsarusercenter.revocation;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One connection with its producers and consumers. */
final class OpenConnection {
  private final Connection connection;
  private final long since;
  private final Set<String> names;
  private final Map<Identity, OpenUse> uses = new ConcurrentHashMap<>();

  /**
   * @param since epoch ms
   */
  OpenConnection(Connection connection, long since) {
    this.connection = connection;
    this.since = since;
    this.names =
        Stream.of(connection.principal(), connection.authenticated())
            .filter(name -> name != null)
            .collect(Collectors.toUnmodifiableSet());
  }

  Connection connection() {
    return connection;
  }

  long since() {
    return since;
  }

  /**
   * The names whose rights and status concern the connection: the principal, and a proxy that
   * signed in for it.
   */
  Set<String> names() {
    return names;
  }

  void add(OpenUse use) {
    uses.put(new Identity(use.client), use);
  }

  void remove(Object client) {
    uses.remove(new Identity(client));
  }

  Collection<OpenUse> uses() {
    return uses.values();
  }

  /** Compares by identity, because the broker's producers and consumers define equality by name. */
  private record Identity(Object object) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Identity that && that.object == object;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(object);
    }
  }
}
