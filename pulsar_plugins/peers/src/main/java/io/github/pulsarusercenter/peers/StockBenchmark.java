package io.github.pulsarusercenter.peers;

import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.broker.ServiceConfiguration;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.broker.authorization.PulsarAuthorizationProvider;
import org.apache.pulsar.broker.resources.PulsarResources;
import org.apache.pulsar.common.naming.NamespaceName;
import org.apache.pulsar.common.naming.TopicName;
import org.apache.pulsar.common.policies.data.AuthAction;
import org.apache.pulsar.common.policies.data.Policies;
import org.apache.pulsar.common.policies.data.TenantInfo;
import org.apache.pulsar.common.policies.data.TenantInfoImpl;
import org.apache.pulsar.common.policies.data.TopicOperation;
import org.apache.pulsar.metadata.api.MetadataStoreConfig;
import org.apache.pulsar.metadata.api.extended.MetadataStoreExtended;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Pulsar's own provider on metadata in memory, its caches warm. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class StockBenchmark {
  private static final AuthenticationDataSource NOTHING = new AuthenticationDataSource() {};

  @Param({"5000"})
  int topics;

  /** Number of different questions, asked in turn. */
  @Param({"" + EstateSnapshot.WORKING_SET})
  int questions;

  private final PulsarAuthorizationProvider provider = new PulsarAuthorizationProvider();
  private String[] roles;
  private TopicName[] names;
  private String[] texts;
  private TopicOperation[] operations;
  private int next;

  @Setup
  public void prepare() throws Exception {
    MetadataStoreExtended store =
        MetadataStoreExtended.create("memory:local", MetadataStoreConfig.builder().build());
    PulsarResources resources = new PulsarResources(store, store);
    for (int tenant = 0; tenant < 10; tenant++) {
      TenantInfo info = new TenantInfoImpl(Set.of("owner"), Set.of("prod"));
      resources.getTenantResources().createTenant("tenant-" + tenant, info);
    }
    for (int namespace = 0; namespace < 100; namespace++) {
      resources
          .getNamespaceResources()
          .createPolicies(NamespaceName.get(Estate.namespace(namespace)), policies(namespace));
    }
    ServiceConfiguration conf = new ServiceConfiguration();
    conf.setClusterName("prod");
    provider.initialize(conf, resources);
    ask(Estate.asks(topics, questions));
  }

  private void ask(Estate.AccessQuestion[] asks) {
    roles = new String[asks.length];
    names = new TopicName[asks.length];
    texts = new String[asks.length];
    operations = new TopicOperation[asks.length];
    for (int i = 0; i < asks.length; i++) {
      roles[i] = Estate.user(asks[i].user());
      texts[i] = Estate.topic(asks[i].topic());
      names[i] = TopicName.get(texts[i]);
      operations[i] = asks[i].write() ? TopicOperation.PRODUCE : TopicOperation.CONSUME;
      Estate.check(asks[i], decide(i));
    }
  }

  @Benchmark
  public boolean stock() {
    next = (next + 1) & (questions - 1);
    return decide(next);
  }

  /** As a broker asks: the topic's name as text. */
  @Benchmark
  public boolean byName() {
    next = (next + 1) & (questions - 1);
    TopicName topic = TopicName.get(texts[next]);
    return provider.allowTopicOperationAsync(topic, roles[next], operations[next], NOTHING).join();
  }

  private boolean decide(int number) {
    return provider
        .allowTopicOperationAsync(names[number], roles[number], operations[number], NOTHING)
        .join();
  }

  private Policies policies(int namespace) {
    Policies policies = new Policies();
    for (int topic = namespace; topic < topics; topic += 100) {
      java.util.Map<String, Set<AuthAction>> actionsByRole = new java.util.HashMap<>();
      for (int place = 0; place < Estate.HOLDERS; place++) {
        AuthAction action = Estate.writes(place) ? AuthAction.produce : AuthAction.consume;
        actionsByRole.computeIfAbsent(
                Estate.user(Estate.holder(topic, place)), role -> EnumSet.noneOf(AuthAction.class))
            .add(action);
      }
      policies.auth_policies.getTopicAuthentication().put(Estate.topic(topic), actionsByRole);
    }
    return policies;
  }
}
