package io.github.pulsarusercenter.peers;

import io.github.pulsarusercenter.UserCenterAuthorizationProvider;
import io.github.pulsarusercenter.client.ClusterCredential;
import io.github.pulsarusercenter.snapshot.disk.SnapshotFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.broker.ServiceConfiguration;
import org.apache.pulsar.broker.authentication.AuthenticationDataCommand;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.common.naming.TopicName;
import org.apache.pulsar.common.policies.data.TopicOperation;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The whole call to the plugin, as a broker makes it: the topic's name as text, the decision,
 * metrics, the access event while the writer runs, the answer as a future. The rights come from the
 * plugin's snapshot file; the center can't be reached, as in an outage.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ProviderBenchmark {
  private static final AuthenticationDataSource DATA = new AuthenticationDataCommand("token");

  @Param({"5000"})
  int topics;

  /** Number of different questions, asked in turn. */
  @Param({"" + EstateSnapshot.WORKING_SET})
  int questions;

  private final UserCenterAuthorizationProvider provider = new UserCenterAuthorizationProvider();
  private Path directory;
  private String[] roles;
  private String[] names;
  private TopicOperation[] operations;
  private int next;

  @Setup
  public void prepare() throws IOException {
    directory = Files.createTempDirectory("provider");
    provider.initialize(configuration(), null);
    Estate.AccessQuestion[] asks = Estate.asks(topics, questions);
    roles = new String[asks.length];
    names = new String[asks.length];
    operations = new TopicOperation[asks.length];
    for (int i = 0; i < asks.length; i++) {
      roles[i] = Estate.user(asks[i].user());
      names[i] = Estate.topic(asks[i].topic());
      operations[i] = asks[i].write() ? TopicOperation.PRODUCE : TopicOperation.CONSUME;
      Estate.check(asks[i], decide(i));
    }
  }

  @TearDown
  public void end() throws IOException {
    provider.close();
    try (var all = Files.walk(directory)) {
      List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.delete(file);
      }
    }
  }

  @Benchmark
  public boolean provider() {
    next = (next + 1) & (questions - 1);
    return decide(next);
  }

  private boolean decide(int number) {
    TopicName topic = TopicName.get(names[number]);
    return provider.allowTopicOperationAsync(topic, roles[number], operations[number], DATA).join();
  }

  private ServiceConfiguration configuration() throws IOException {
    Path credential = directory.resolve("credential");
    Files.writeString(credential, "a-credential-for-benchmarks-only");
    Path stored = directory.resolve("snapshot.json");
    long now = System.currentTimeMillis();
    new SnapshotFile(stored, EstateSnapshot.CLUSTER, new ClusterCredential(credential))
        .write(EstateSnapshot.snapshot(topics), now, now);
    ServiceConfiguration conf = new ServiceConfiguration();
    conf.setClusterName(EstateSnapshot.CLUSTER);
    // No server listens there.
    conf.getProperties().setProperty("userCenterUrl", "http://127.0.0.1:9");
    conf.getProperties().setProperty("userCenterIssuer", "http://127.0.0.1:9");
    conf.getProperties().setProperty("userCenterCredentialFile", credential.toString());
    conf.getProperties().setProperty("userCenterSnapshotFile", stored.toString());
    conf.getProperties().setProperty("userCenterEventsDirectory", directory + "/events");
    conf.getProperties().setProperty("userCenterEventsMaxBytes", "268435456");
    return conf;
  }
}
