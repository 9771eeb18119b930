package io.github.pulsarusercenter.revocation;

import io.github.pulsarusercenter.Answers;
import io.github.pulsarusercenter.PluginMetrics;
import io.github.pulsarusercenter.decision.Question;
import io.github.pulsarusercenter.decision.ResourceName;
import io.github.pulsarusercenter.snapshot.CurrentRights;
import io.github.pulsarusercenter.snapshot.RightsView;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.apache.pulsar.broker.resources.NamespaceResources;
import org.apache.pulsar.common.naming.NamespaceName;
import org.apache.pulsar.common.naming.TopicName;
import org.apache.pulsar.common.policies.data.TopicOperation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The fallback for brokers without our interceptor: when somebody who was let in to produce or
 * consume no longer may, the policies of that namespace are written unchanged, which makes the
 * broker ask again for everything that is open there.
 */
public final class PolicyTouch implements CurrentRights.Listener, AutoCloseable {
  private record Use(
      Question question,
      ResourceName on,
      String namespace,
      String principal,
      String subscription) {}

  private static final Logger log = LoggerFactory.getLogger(PolicyTouch.class);
  private static final int MOST_USES = 200_000;

  private final CurrentRights rights;
  private final Answers answers;
  private final NamespaceResources namespaces;
  private final BooleanSupplier needed;
  private final Map<Use, Boolean> uses = new ConcurrentHashMap<>();

  /**
   * @param needed false once the interceptor follows the connections; this class then does nothing
   */
  public PolicyTouch(
      CurrentRights rights,
      Answers answers,
      NamespaceResources namespaces,
      BooleanSupplier needed) {
    this.rights = rights;
    this.answers = answers;
    this.namespaces = namespaces;
    this.needed = needed;
    rights.addListener(this);
  }

  /** Remembers who may have something open; the answer itself is given elsewhere. */
  public void asked(
      TopicOperation operation,
      Question question,
      TopicName topic,
      ResourceName on,
      String principal,
      String subscription) {
    boolean opens = operation == TopicOperation.PRODUCE || operation == TopicOperation.CONSUME;
    if (opens
        && needed.getAsBoolean()
        && principal != null
        && on != null
        && uses.size() < MOST_USES) {
      uses.put(new Use(question, on, topic.getNamespace(), principal, subscription), true);
    }
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
    Set<String> concerned = new HashSet<>();
    for (Use use : uses.keySet()) {
      if (!answers.wouldAllow(use.question(), use.on(), use.principal(), use.subscription())) {
        concerned.add(use.namespace());
        uses.remove(use);
      }
    }
    concerned.forEach(this::touch);
  }

  private void touch(String namespace) {
    PluginMetrics.cutOff("namespace");
    namespaces
        .setPoliciesAsync(NamespaceName.get(namespace), policies -> policies)
        .exceptionally(
            failure -> {
              log.error(
                  "Open connections of {} could not be asked again; use the interceptor",
                  namespace);
              return null;
            });
  }

  @Override
  public void close() {
    rights.removeListener(this);
  }
}
