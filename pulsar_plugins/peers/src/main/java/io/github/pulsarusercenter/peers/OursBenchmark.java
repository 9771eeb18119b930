package io.github.pulsarusercenter.peers;

import io.github.pulsarusercenter.clock.CenterTime;
import io.github.pulsarusercenter.decision.Decision;
import io.github.pulsarusercenter.decision.DecisionEngine;
import io.github.pulsarusercenter.decision.DecisionOptions;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import io.github.pulsarusercenter.snapshot.current.CurrentRights;
import io.github.pulsarusercenter.snapshot.current.RightsView;
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

/** The plugin as the broker asks it: on the rights in force, for the time that they carry. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class OursBenchmark {
  @Param({"5000", "200000"})
  int topics;

  /**
   * Number of different questions, asked in turn. If there are more than the cache holds, each is decided anew.
   */
  @Param({"" + EstateSnapshot.WORKING_SET})
  int questions;

  private CurrentRights rights;
  private String[] users;
  private ResourceName[] resources;
  private Question[] brokerQuestions;
  private int next;

  @Setup
  public void prepare() {
    CenterTime time = new CenterTime(System::nanoTime, System::currentTimeMillis);
    DecisionEngine engine = new DecisionEngine(DecisionOptions.DEFAULTS);
    rights = new CurrentRights(engine, 86_400, System::nanoTime, time);
    rights.replace(EstateSnapshot.snapshot(topics), 0);
    Estate.AccessQuestion[] asks = Estate.asks(topics, questions);
    // One object per topic, as the provider remembers them.
    Map<Integer, ResourceName> known = new HashMap<>();
    users = new String[asks.length];
    resources = new ResourceName[asks.length];
    brokerQuestions = new Question[asks.length];
    for (int i = 0; i < asks.length; i++) {
      users[i] = Estate.user(asks[i].user());
      resources[i] =
          known.computeIfAbsent(asks[i].topic(), topic -> ResourceName.topic(Estate.topic(topic)));
      brokerQuestions[i] = Question.of(asks[i].write() ? "topic:PRODUCE" : "topic:CONSUME");
      Estate.check(asks[i], decide(i).allowed());
    }
  }

  @Benchmark
  public Decision ours() {
    next = (next + 1) & (questions - 1);
    return decide(next);
  }

  private Decision decide(int number) {
    RightsView view = rights.view();
    return view.decisions()
        .decide(users[number], brokerQuestions[number], resources[number], null, null, view.time());
  }
}
