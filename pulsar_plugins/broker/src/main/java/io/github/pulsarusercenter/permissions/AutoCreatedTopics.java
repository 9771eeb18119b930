package io.github.pulsarusercenter.permissions;

import io.github.pulsarusercenter.client.Caller;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.pulsar.broker.resources.PulsarResources;
import org.apache.pulsar.common.naming.TopicName;

/**
 * Topics that the broker made by itself, because somebody used them. The center hears of one with
 * the first right that is given on it.
 */
public record AutoCreatedTopics(
    PlaceReports reports, Function<TopicName, CompletableFuture<Boolean>> exists) {
  private static final Caller NOBODY = new Caller(null, null);

  /**
   * @param resources the broker's metadata; null without
   */
  public static AutoCreatedTopics of(PlaceReports reports, PulsarResources resources) {
    if (resources == null) {
      return new AutoCreatedTopics(reports, topic -> CompletableFuture.completedFuture(false));
    }
    var partitioned = resources.getNamespaceResources().getPartitionedTopicResources();
    return new AutoCreatedTopics(
        reports,
        topic ->
            partitioned
                .partitionedTopicExistsAsync(topic)
                .thenCompose(
                    there ->
                        there || !topic.isPersistent()
                            ? CompletableFuture.completedFuture(there)
                            : resources.getTopicResources().persistentTopicExists(topic)));
  }

  /** Reports the topic if the cluster has it; answers whether it does. Never fails. */
  CompletableFuture<Boolean> report(String topic) {
    return exists
        .apply(TopicName.get(topic))
        .exceptionally(failure -> false)
        .thenCompose(
            there ->
                there
                    ? reports
                        .reportCall(ReportedPlace.topic(topic), false, NOBODY)
                        .thenApply(reported -> true)
                    : CompletableFuture.completedFuture(false));
  }
}
