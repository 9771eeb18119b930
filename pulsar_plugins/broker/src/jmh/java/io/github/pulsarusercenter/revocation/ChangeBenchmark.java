package io.github.pulsarusercenter.revocation;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.pulsarusercenter.Snapshots;
import io.github.pulsarusercenter.snapshot.rights.ChangeScope;
import io.github.pulsarusercenter.snapshot.rights.PermissionSnapshot;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Finds the connections that a change concerns, on a small and a large broker: one grant of one of
 * 1,000 users, a revoked token (looks at every sign-in), and everything.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ChangeBenchmark {
  private static final int USERS = 1_000;

  @Param({"1000", "100000"})
  int connections;

  private OpenConnections open;
  private final ChangeScope oneGrant =
      new ChangeScope(false, new HashSet<>(), Set.of(7L), new HashSet<>(), false);

  @Setup
  public void prepare() {
    ObjectNode world = JsonNodeFactory.instance.objectNode().put("cluster", "c").put("revision", 1);
    for (int i = 0; i < USERS; i++) {
      world.withArray("users").addObject().put("name", "u" + i).putArray("roles").add(i);
    }
    world.putArray("grants");
    PermissionSnapshot rights = Snapshots.parse(world.toString());
    open = new OpenConnections(() -> rights);
    for (int i = 0; i < connections; i++) {
      open.of(new Fake("u" + i % USERS), 0);
    }
  }

  @Benchmark
  public Collection<OpenConnection> oneGrantOfOneUser() {
    return open.concerned(oneGrant);
  }

  @Benchmark
  public int everySignIn() {
    int found = 0;
    for (OpenConnection connection : open.all()) {
      found += connection.connection().credentials().size();
    }
    return found;
  }

  @Benchmark
  public Collection<OpenConnection> everything() {
    return open.concerned(ChangeScope.EVERYTHING);
  }

  private record Fake(String principal, Object identity) implements Connection {
    Fake(String principal) {
      this(principal, new Object());
    }

    @Override
    public io.github.pulsarusercenter.vocabulary.IpAddress from(String name) {
      return null;
    }

    @Override
    public String authenticated() {
      return principal;
    }

    @Override
    public io.github.pulsarusercenter.authentication.SignInData signIn() {
      return null;
    }

    @Override
    public List<io.github.pulsarusercenter.authentication.Credential> credentials() {
      return List.of();
    }

    @Override
    public String address() {
      return null;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public CompletableFuture<Void> close() {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<Void> settled() {
      return CompletableFuture.completedFuture(null);
    }
  }
}
