package io.github.pulsarusercenter.decision;

import io.github.pulsarusercenter.snapshot.rights.PermissionSnapshot;
import java.util.HashMap;
import java.util.Map;
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
 * The plugin's decision compared with a bare HashMap look-up of the same keys. The keys asked are
 * equal to the remembered keys, but never the same objects.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DecisionBenchmark {
  /** Number of different questions, asked in turn; at most 131,072 are remembered. */
  @Param({"1", "1024", "32768", "524288"})
  int workingSet;

  private final DecisionEngine engine = new DecisionEngine(DecisionOptions.DEFAULTS);
  private final Map<LargeCompany.AccessQuestion, Decision> map = new HashMap<>();
  private PermissionSnapshot snapshot;
  private CachedDecisions cached;
  private LargeCompany.AccessQuestion[] asks;
  private int next;

  @Setup
  public void prepare() {
    snapshot = LargeCompany.snapshot();
    cached = new CachedDecisions(engine, snapshot);
    LargeCompany.AccessQuestion[] first = LargeCompany.asks(workingSet);
    for (LargeCompany.AccessQuestion ask : first) {
      map.put(ask, decide(ask));
      remembered(ask);
    }
    asks = LargeCompany.copies(first);
  }

  @Benchmark
  public Decision bareHashMap() {
    return map.get(ask());
  }

  @Benchmark
  public Decision cached() {
    return remembered(ask());
  }

  @Benchmark
  public Decision uncached() {
    return decide(ask());
  }

  private LargeCompany.AccessQuestion ask() {
    next = (next + 1) & (workingSet - 1);
    return asks[next];
  }

  private Decision remembered(LargeCompany.AccessQuestion ask) {
    return cached.decide(
        ask.principal(),
        ask.question(),
        ask.resource(),
        ask.subscription(),
        null,
        LargeCompany.NOW);
  }

  private Decision decide(LargeCompany.AccessQuestion ask) {
    return engine.decide(
        snapshot,
        ask.principal(),
        ask.question(),
        ask.resource(),
        ask.subscription(),
        null,
        LargeCompany.NOW);
  }
}
