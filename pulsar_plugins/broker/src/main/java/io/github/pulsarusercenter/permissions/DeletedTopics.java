package io.github.pulsarusercenter.permissions;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.pulsar.broker.resources.NamespaceResources;
import org.apache.pulsar.broker.resources.PulsarResources;
import org.apache.pulsar.common.naming.TopicName;

/** Reports the topics whose permissions Pulsar removes, because it deletes them. */
public final class DeletedTopics {
  private static final String SEGMENT = "segment";

  private final PlaceReports reports;
  private final Function<TopicName, CompletableFuture<Boolean>> isPartitioned;

  /**
   * @param isPartitioned whether a topic has partitions now
   */
  public DeletedTopics(
      PlaceReports reports, Function<TopicName, CompletableFuture<Boolean>> isPartitioned) {
    this.reports = reports;
    this.isPartitioned = isPartitioned;
  }

  /**
   * Also follows the deletions that Pulsar shows in its metadata only.
   *
   * @param resources the broker's metadata; null without
   */
  public static DeletedTopics follow(PlaceReports reports, PulsarResources resources) {
    if (resources == null) {
      return new DeletedTopics(reports, topic -> CompletableFuture.completedFuture(false));
    }
    NamespaceResources namespaces = resources.getNamespaceResources();
    DeletedTopics deletedTopics =
        new DeletedTopics(
            reports, namespaces.getPartitionedTopicResources()::partitionedTopicExistsAsync);
    reports.forgetIn(new NativeLists(namespaces)::forget);
    resources
        .getConfigurationMetadataStore()
        .ifPresent(store -> store.registerListener(reports::onChange));
    return deletedTopics;
  }

  /**
   * Pulsar also removes the permissions of a partitioned topic whose deletion it may yet refuse,
   * and of each partition; the deletion of such a topic is read from its node in the metadata. A
   * scalable topic lives on when one of its segments goes.
   */
  public CompletableFuture<Void> report(TopicName topic) {
    return topic.isPartitioned() || topic.getDomain().value().equals(SEGMENT)
        ? CompletableFuture.completedFuture(null)
        : isPartitioned
            .apply(topic)
            .exceptionally(failure -> false)
            .thenCompose(
                partitioned ->
                    partitioned
                        ? CompletableFuture.completedFuture(null)
                        : reports.report(ReportedPlace.topic(topic.toString())));
  }
}
