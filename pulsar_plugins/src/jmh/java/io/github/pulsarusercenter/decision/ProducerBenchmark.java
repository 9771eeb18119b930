package io.github.pulsarusercenter.decision;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * One producer asks the same question again and again: the very same objects, as from one
 * connection.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ProducerBenchmark {
  private final DecisionEngine engine = new DecisionEngine(new DecisionOptions(true, true));
  private CachedDecisions cached;
  private LargeCompany.Ask ask;

  @Setup
  public void prepare() {
    cached = new CachedDecisions(engine, LargeCompany.snapshot());
    for (LargeCompany.Ask other : LargeCompany.asks(32_768)) {
      ask = other;
      repeated();
    }
  }

  @Benchmark
  public Decision repeated() {
    return cached.decide(
        ask.principal(), ask.question(), ask.resource(), ask.subscription(), LargeCompany.NOW);
  }
}
