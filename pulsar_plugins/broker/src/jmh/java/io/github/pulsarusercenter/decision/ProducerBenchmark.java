package io.github.pulsarusercenter.decision;

import io.github.pulsarusercenter.clock.CenterTime;
import io.github.pulsarusercenter.snapshot.current.CurrentRights;
import io.github.pulsarusercenter.snapshot.current.RightsView;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * One producer asks the same question again and again, with the same objects, as on one connection.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ProducerBenchmark {
  private final DecisionEngine engine = new DecisionEngine(DecisionOptions.DEFAULTS);
  private CachedDecisions cached;
  private CurrentRights rights;
  private LargeCompany.AccessQuestion ask;

  @Setup
  public void prepare() {
    CenterTime time = new CenterTime(System::nanoTime, System::currentTimeMillis);
    rights = new CurrentRights(engine, 86_400, System::nanoTime, time);
    rights.replace(LargeCompany.snapshot(), 0);
    cached = new CachedDecisions(engine, LargeCompany.snapshot());
    for (LargeCompany.AccessQuestion other : LargeCompany.asks(32_768)) {
      ask = other;
      repeated();
      repeatedInForce();
    }
  }

  @Benchmark
  public Decision repeated() {
    return cached.decide(
        ask.principal(),
        ask.question(),
        ask.resource(),
        ask.subscription(),
        null,
        LargeCompany.NOW);
  }

  /** As the broker asks: on the rights in force, for the time that they carry. */
  @Benchmark
  public Decision repeatedInForce() {
    return inForce(rights.view().time());
  }

  /** The same, but reads a clock for every decision; for comparison. */
  @Benchmark
  public Decision repeatedWithAClock() {
    return inForce(System.currentTimeMillis());
  }

  private Decision inForce(long now) {
    RightsView view = rights.view();
    return rights.isTooOld()
        ? null
        : view.decisions()
            .decide(ask.principal(), ask.question(), ask.resource(), ask.subscription(), null, now);
  }
}
