package io.github.pulsarusercenter.peers;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.pulsarusercenter.clock.CenterTime;
import io.github.pulsarusercenter.decision.Decision;
import io.github.pulsarusercenter.decision.DecisionEngine;
import io.github.pulsarusercenter.decision.DecisionOptions;
import io.github.pulsarusercenter.decision.Question;
import io.github.pulsarusercenter.decision.ResourceName;
import io.github.pulsarusercenter.snapshot.CurrentRights;
import io.github.pulsarusercenter.snapshot.PermissionSnapshot;
import io.github.pulsarusercenter.snapshot.RightsView;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The plugin, asked as the broker asks it: of the rights in force, at the time in force. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class OursBenchmark {
  private static final int TOPIC = 4;
  private static final int WRITE = 302;
  private static final int READ = 303;

  @Param({"5000", "200000"})
  int topics;

  private CurrentRights rights;
  private String[] users;
  private ResourceName[] resources;
  private Question[] questions;
  private int next;

  @Setup
  public void prepare() {
    CenterTime time = new CenterTime(System::nanoTime, System::currentTimeMillis);
    DecisionEngine engine = new DecisionEngine(new DecisionOptions(true, true));
    rights = new CurrentRights(engine, 86_400, System::nanoTime, time);
    rights.replace(PermissionSnapshot.parse(snapshot()), 0);
    Estate.Ask[] asks = Estate.asks(topics, Ours.WORKING_SET);
    users = new String[asks.length];
    resources = new ResourceName[asks.length];
    questions = new Question[asks.length];
    for (int i = 0; i < asks.length; i++) {
      users[i] = Estate.user(asks[i].user());
      resources[i] = ResourceName.topic(Estate.topic(asks[i].topic()));
      questions[i] = Question.of(asks[i].write() ? "topic:PRODUCE" : "topic:CONSUME");
      Estate.check(asks[i], decide(i).allowed());
    }
  }

  @Benchmark
  public Decision ours() {
    next = (next + 1) & (Ours.WORKING_SET - 1);
    return decide(next);
  }

  private Decision decide(int number) {
    RightsView view = rights.view();
    return view.decisions()
        .decide(users[number], questions[number], resources[number], null, view.time());
  }

  private ObjectNode snapshot() {
    ObjectNode json = new ObjectMapper().createObjectNode();
    json.put("cluster", "prod").put("revision", 1);
    ArrayNode named = json.putArray("users");
    for (int user = 0; user < Estate.USERS; user++) {
      named.addObject().put("name", Estate.user(user)).putArray("roles").add(user);
    }
    ArrayNode grants = json.putArray("grants");
    for (int topic = 0; topic < topics; topic++) {
      for (int place = 0; place < Estate.HOLDERS; place++) {
        ObjectNode grant = grants.addObject().put("id", grants.size());
        grant.put("role", Estate.holder(topic, place)).put("type", TOPIC);
        grant.put("name", Estate.topic(topic));
        grant.putArray("auth").add(Estate.writes(place) ? WRITE : READ);
      }
    }
    return json;
  }
}
