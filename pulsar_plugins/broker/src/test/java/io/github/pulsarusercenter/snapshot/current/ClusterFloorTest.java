package io.github.pulsarusercenter.snapshot.current;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.snapshot.rights.RightsPosition;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.metadata.api.GetResult;
import org.apache.pulsar.metadata.api.MetadataStore;
import org.apache.pulsar.metadata.api.MetadataStoreException;
import org.apache.pulsar.metadata.api.Stat;
import org.junit.jupiter.api.Test;

/** Several brokers with one metadata store, which is in memory here. */
class ClusterFloorTest {
  private final MemoryStore memory = new MemoryStore();
  private final ClusterFloor floor = new ClusterFloor(memory.store());
  private final ClusterFloor otherFloor = new ClusterFloor(memory.store());

  @Test
  void theFirstBrokerFindsNothing() throws Exception {
    assertTrue(floor.read().get().isEmpty());
    assertFalse(floor.isKnownToHold(at("e", 1)));
  }

  @Test
  void otherBrokersReadARaisedFloor() throws Exception {
    floor.raise(at("e", 7)).get();
    assertEquals(Optional.of(at("e", 7)), otherFloor.read().get());
    assertTrue(floor.isKnownToHold(at("e", 7)));
    assertFalse(floor.isKnownToHold(at("another epoch", 7)));
  }

  @Test
  void itNeverGoesDown() throws Exception {
    floor.raise(at("e", 7)).get();
    otherFloor.raise(at("e", 5)).get();
    assertEquals(Optional.of(at("e", 7)), floor.read().get());
    assertTrue(otherFloor.isKnownToHold(at("e", 7)), "it found the higher one");
    assertEquals(1, memory.writes);
  }

  @Test
  void aNewEpochBeginsLower() throws Exception {
    floor.raise(at("before", 70)).get();
    otherFloor.raise(at("after", 3)).get();
    assertEquals(Optional.of(at("after", 3)), floor.read().get());
  }

  @Test
  void allOfManyBrokersEndAtTheHighest() throws Exception {
    List<CompletableFuture<Void>> raised = new ArrayList<>();
    for (int broker = 1; broker <= 12; broker++) {
      raised.add(new ClusterFloor(memory.store()).raise(at(null, broker)));
    }
    for (CompletableFuture<Void> raise : raised) {
      raise.get(1, TimeUnit.MINUTES);
    }
    assertEquals(Optional.of(at(null, 12)), floor.read().get());
  }

  @Test
  void aStoreThatFailsRecordsNothing() throws Exception {
    memory.failing = true;
    CompletableFuture<Void> raised = floor.raise(at("e", 7));
    assertThrows(ExecutionException.class, raised::get);
    assertFalse(floor.isKnownToHold(at("e", 7)));
    memory.failing = false;
    floor.raise(at("e", 7)).get();
    assertTrue(floor.isKnownToHold(at("e", 7)));
  }

  @Test
  void coveringIsWithinAnEpoch() {
    assertTrue(ClusterFloor.covers(at("e", 7), at("e", 7)));
    assertFalse(ClusterFloor.covers(at("e", 7), at("e", 8)));
    assertFalse(ClusterFloor.covers(at("e", 7), at("f", 1)));
  }

  private static RightsPosition at(String epoch, long revision) {
    return new RightsPosition(epoch, revision, null);
  }

  /** One versioned entry; every second write meets a competitor, as in a busy cluster. */
  private static final class MemoryStore {
    boolean failing;
    int writes;
    private byte[] value;
    private long version = -1;
    private int conflicts;

    MetadataStore store() {
      return (MetadataStore)
          Proxy.newProxyInstance(
              MetadataStore.class.getClassLoader(),
              new Class<?>[] {MetadataStore.class},
              (proxy, method, arguments) ->
                  switch (method.getName()) {
                    case "sync" -> CompletableFuture.completedFuture(null);
                    case "get" -> CompletableFuture.supplyAsync(this::get);
                    case "put" -> put((byte[]) arguments[1], (Optional<?>) arguments[2]);
                    default -> throw new UnsupportedOperationException(method.getName());
                  });
    }

    private synchronized Optional<GetResult> get() {
      return value == null ? Optional.empty() : Optional.of(new GetResult(value, stat()));
    }

    private synchronized CompletableFuture<Stat> put(byte[] next, Optional<?> expected) {
      if (failing) {
        return CompletableFuture.failedFuture(new MetadataStoreException("away"));
      }
      if (!expected.equals(Optional.of(version)) || (version >= 0 && ++conflicts % 2 == 1)) {
        return CompletableFuture.failedFuture(
            new MetadataStoreException.BadVersionException("written by another broker"));
      }
      value = next;
      version++;
      writes++;
      return CompletableFuture.completedFuture(stat());
    }

    private Stat stat() {
      return new Stat(ClusterFloor.PATH, version, 0, 0, false, false);
    }
  }
}
