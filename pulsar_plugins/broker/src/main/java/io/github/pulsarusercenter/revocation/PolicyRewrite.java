package io.github.pulsarusercenter.revocation;

import io.github.pulsarusercenter.answers.Answers;
import io.github.pulsarusercenter.authentication.Origin;
import io.github.pulsarusercenter.metrics.PluginMetrics;
import io.github.pulsarusercenter.snapshot.current.CurrentRights;
import io.github.pulsarusercenter.snapshot.current.RightsView;
import io.github.pulsarusercenter.snapshot.rights.TokenScope;
import io.github.pulsarusercenter.vocabulary.IpAddress;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.common.naming.NamespaceName;
import org.apache.pulsar.common.naming.TopicName;
import org.apache.pulsar.common.policies.data.TopicOperation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The fallback for brokers without our interceptor. When a principal that was allowed to produce or
 * consume loses the right, this writes the namespace's policies unchanged. The broker then checks
 * everything that is open in the namespace again.
 */
public final class PolicyRewrite implements CurrentRights.Listener, AutoCloseable {
  /** Writes the policies of a namespace unchanged. */
  public interface Writer extends Function<NamespaceName, CompletableFuture<Void>> {}

  private record RecordedUse(
      Question question,
      ResourceName on,
      String namespace,
      String principal,
      String subscription,
      IpAddress from,
      TokenScope scope)
      implements Origin {
    @Override
    public IpAddress from(String name) {
      return from;
    }

    @Override
    public TokenScope scope(String name) {
      return scope;
    }
  }

  private static final Logger log = LoggerFactory.getLogger(PolicyRewrite.class);
  private static final int MOST_USES = 200_000;

  private final CurrentRights rights;
  private final Answers answers;
  private final Writer writer;
  private final BooleanSupplier needed;
  private final Map<RecordedUse, Boolean> uses = new ConcurrentHashMap<>();

  /**
   * @param needed false once the interceptor follows the connections; this object then does nothing
   */
  public PolicyRewrite(
      CurrentRights rights, Answers answers, Writer writer, BooleanSupplier needed) {
    this.rights = rights;
    this.answers = answers;
    this.writer = writer;
    this.needed = needed;
    rights.addListener(this);
  }

  /**
   * Remembers a use before its question is answered, so that no change between the two goes
   * unnoticed.
   *
   * @return to be run when the question is denied
   */
  public Runnable remember(
      TopicOperation operation,
      Question question,
      TopicName topic,
      ResourceName on,
      String principal,
      String subscription,
      AuthenticationDataSource data) {
    boolean opens = operation == TopicOperation.PRODUCE || operation == TopicOperation.CONSUME;
    if (opens
        && needed.getAsBoolean()
        && principal != null
        && on != null
        && uses.size() < MOST_USES) {
      // Also while nothing is limited to networks: that can change while the use is open.
      Origin origin = answers.origin(data);
      IpAddress from = origin.from(principal);
      TokenScope scope = origin.scope(principal);
      RecordedUse use =
          new RecordedUse(question, on, topic.getNamespace(), principal, subscription, from, scope);
      if (uses.put(use, true) == null) {
        return () -> denied(use);
      }
    }
    return () -> {};
  }

  /**
   * Nothing was opened: forgets the use, so that denied principals can't cause writes of policies.
   */
  private void denied(RecordedUse use) {
    uses.remove(use);
    if (isAllowed(use)) {
      // The right was granted meanwhile, and may be in use already.
      uses.put(use, true);
    }
  }

  private boolean isAllowed(RecordedUse use) {
    return answers.wouldAllow(use.question(), use.on(), use.principal(), use.subscription(), use);
  }

  @Override
  public void rightsChanged(RightsView after) {
    recheck();
  }

  @Override
  public void timePassed() {
    recheck();
  }

  /** Looks for uses that are no longer allowed. */
  public void recheck() {
    if (!needed.getAsBoolean()) {
      uses.clear();
      return;
    }
    Map<String, List<RecordedUse>> concerned = new HashMap<>();
    for (RecordedUse use : uses.keySet()) {
      if (!isAllowed(use)) {
        concerned.computeIfAbsent(use.namespace(), name -> new ArrayList<>()).add(use);
        uses.remove(use);
      }
    }
    concerned.forEach(this::touch);
  }

  private void touch(String namespace, List<RecordedUse> ended) {
    PluginMetrics.cutOff("namespace");
    writer
        .apply(NamespaceName.get(namespace))
        .exceptionally(
            failure -> {
              log.error(
                  "Open connections of {} could not be asked again, trying again; better use the"
                      + " interceptor ({})",
                  namespace,
                  failure.getMessage());
              ended.forEach(use -> uses.put(use, true));
              return null;
            });
  }

  @Override
  public void close() {
    rights.removeListener(this);
  }
}
