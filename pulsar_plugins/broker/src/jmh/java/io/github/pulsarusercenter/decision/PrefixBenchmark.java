package io.github.pulsarusercenter.decision;

import io.github.pulsarusercenter.snapshot.rights.LargeSnapshot;
import io.github.pulsarusercenter.snapshot.rights.PermissionSnapshot;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A decision that is not remembered, by a grant on a topic and by one limited to a prefix. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PrefixBenchmark {
  private static final int GRANTS = 100_000;
  private static final int QUESTIONS = 1 << 12;
  private static final Question PRODUCE = Question.of("topic:PRODUCE");

  @Param({"TOPICS", "PREFIXES", "TOPICS_OF_ONE", "PREFIXES_OF_ONE", "NESTED_PREFIXES_OF_ONE"})
  LargeSnapshot.Kind kind;

  private final DecisionEngine engine = new DecisionEngine(DecisionOptions.DEFAULTS);
  private final String[] users = new String[QUESTIONS];
  private final ResourceName[] topics = new ResourceName[QUESTIONS];
  private PermissionSnapshot snapshot;
  private int next;

  @Setup
  public void prepare() {
    LargeSnapshot large = new LargeSnapshot(GRANTS, kind);
    snapshot = LargeSnapshot.read(large.packed());
    for (int i = 0; i < QUESTIONS; i++) {
      int id = (int) (i * 7_919L % GRANTS);
      users[i] = large.user(id);
      topics[i] = ResourceName.topic(large.topic(id));
    }
  }

  @Benchmark
  public Decision uncached() {
    next = (next + 1) & (QUESTIONS - 1);
    Decision found =
        engine.decide(snapshot, users[next], PRODUCE, topics[next], null, null, LargeCompany.NOW);
    if (!found.allowed()) {
      throw new IllegalStateException("denied: " + users[next] + " on " + topics[next]);
    }
    return found;
  }
}
