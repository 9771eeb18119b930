package io.github.pulsarusercenter.peers;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.metadata.authorizer.StandardAcl;
import org.apache.kafka.metadata.authorizer.StandardAuthorizer;
import org.apache.kafka.server.authorizer.Action;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;
import org.apache.kafka.server.authorizer.AuthorizationResult;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Kafka's StandardAuthorizer: ten ACLs on each topic. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class KafkaBenchmark {
  @Param({"5000", "200000"})
  int topics;

  /** Number of different questions, asked in turn. */
  @Param({"" + EstateSnapshot.WORKING_SET})
  int questions;

  private final StandardAuthorizer authorizer = new StandardAuthorizer();
  private Context[] contexts;
  private List<Action>[] actions;
  private int next;

  @Setup
  @SuppressWarnings("unchecked")
  public void prepare() {
    authorizer.configure(Map.of());
    Map<Uuid, StandardAcl> acls = new HashMap<>();
    for (int topic = 0; topic < topics; topic++) {
      for (int place = 0; place < Estate.HOLDERS; place++) {
        AclOperation operation = Estate.writes(place) ? AclOperation.WRITE : AclOperation.READ;
        acls.put(
            new Uuid(topic + 1L, place),
            new StandardAcl(
                ResourceType.TOPIC,
                Estate.topic(topic),
                PatternType.LITERAL,
                "User:" + Estate.user(Estate.holder(topic, place)),
                "*",
                operation,
                AclPermissionType.ALLOW));
      }
    }
    authorizer.loadSnapshot(acls);
    authorizer.completeInitialLoad();
    Estate.AccessQuestion[] asks = Estate.asks(topics, questions);
    contexts = new Context[asks.length];
    actions = new List[asks.length];
    for (int i = 0; i < asks.length; i++) {
      contexts[i] = new Context(new KafkaPrincipal("User", Estate.user(asks[i].user())));
      AclOperation operation = asks[i].write() ? AclOperation.WRITE : AclOperation.READ;
      ResourcePattern topic =
          new ResourcePattern(
              ResourceType.TOPIC, Estate.topic(asks[i].topic()), PatternType.LITERAL);
      actions[i] = List.of(new Action(operation, topic, 1, false, false));
      Estate.check(
          asks[i],
          authorizer.authorize(contexts[i], actions[i]).get(0) == AuthorizationResult.ALLOWED);
    }
  }

  @Benchmark
  public List<AuthorizationResult> kafka() {
    next = (next + 1) & (questions - 1);
    return authorizer.authorize(contexts[next], actions[next]);
  }

  /** A request as the authorizer sees it: only the principal and the host matter. */
  private record Context(KafkaPrincipal principal) implements AuthorizableRequestContext {
    @Override
    public String listenerName() {
      return "PLAINTEXT";
    }

    @Override
    public SecurityProtocol securityProtocol() {
      return SecurityProtocol.PLAINTEXT;
    }

    @Override
    public InetAddress clientAddress() {
      return InetAddress.getLoopbackAddress();
    }

    @Override
    public int requestType() {
      return 0;
    }

    @Override
    public int requestVersion() {
      return 0;
    }

    @Override
    public String clientId() {
      return "client";
    }

    @Override
    public int correlationId() {
      return 0;
    }
  }
}
