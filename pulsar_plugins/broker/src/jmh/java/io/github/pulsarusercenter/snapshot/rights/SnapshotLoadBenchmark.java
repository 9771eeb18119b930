package io.github.pulsarusercenter.snapshot.rights;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Reads a packed snapshot into the rights in memory. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class SnapshotLoadBenchmark {
  @Param({"1000000"})
  int grants;

  @Param({"TOPICS"})
  LargeSnapshot.Kind kind;

  private byte[] packed;

  @Setup
  public void prepare() {
    packed = new LargeSnapshot(grants, kind).packed();
  }

  @Benchmark
  public PermissionSnapshot load() {
    return LargeSnapshot.read(packed);
  }
}
