package io.github.pulsarusercenter.snapshot.rights;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One changed grant among few and among many grants; both should cost the same. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class DeltaBenchmark {
  private static final int DIFFERENT = 1 << 12;

  @Param({"1000", "100000", "1000000"})
  int grants;

  private final ObjectMapper json = new ObjectMapper();
  private final String[] deltas = new String[DIFFERENT];
  private PermissionSnapshot snapshot;
  private int next;

  @Setup
  public void prepare() {
    LargeSnapshot large = new LargeSnapshot(grants);
    snapshot = LargeSnapshot.read(large.packed());
    for (int i = 0; i < DIFFERENT; i++) {
      // All follow revision 1, because each is applied to the same snapshot.
      deltas[i] = large.delta(1, i);
    }
  }

  @Benchmark
  public PermissionSnapshot apply() throws JsonProcessingException, SnapshotGapException {
    next = (next + 1) & (DIFFERENT - 1);
    JsonNode delta = json.readTree(deltas[next]);
    return snapshot.apply(delta);
  }
}
