package io.github.pulsarusercenter.questions;

import io.github.pulsarusercenter.answers.Answers;
import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.revocation.Connection;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.util.List;
import org.apache.pulsar.common.api.proto.BaseCommand;
import org.apache.pulsar.common.naming.TopicName;

/**
 * Leaves out of lists of topics what the client may not read: a consumer with a pattern subscribes
 * to all of them, and fails as a whole when one is refused. Decided from memory, not recorded.
 */
public record TopicLists(Answers answers, ProxyRules proxies, Targets targets) {
  private static final Question CONSUME_BY_PATTERN = Question.of("topic:CONSUME_BY_PATTERN");

  /**
   * Changes an answer of the broker, which has not been sent. Without the hash of the whole list a
   * client always gets a new list, and with it what it may read meanwhile.
   */
  public void leaveOut(BaseCommand answer, Connection connection) {
    if (answer.hasGetTopicsOfNamespaceResponse()) {
      var list = answer.getGetTopicsOfNamespaceResponse();
      List<String> readable = readable(list.getTopicsList(), connection);
      if (readable.size() < list.getTopicsCount()) {
        list.clearTopics().addAllTopics(readable).setTopicsHash("");
      }
    } else if (answer.hasWatchTopicListSuccess()) {
      var list = answer.getWatchTopicListSuccess();
      List<String> readable = readable(list.getTopicsList(), connection);
      if (readable.size() < list.getTopicsCount()) {
        list.clearTopic().addAllTopics(readable).setTopicsHash("");
      }
    } else {
      var update = answer.getWatchTopicUpdate();
      List<String> readable = readable(update.getNewTopicsList(), connection);
      update.clearNewTopics().addAllNewTopics(readable);
    }
  }

  private List<String> readable(List<String> topics, Connection connection) {
    return topics.stream()
        .filter(topic -> mayRead(targets.topic(TopicName.get(topic)), connection))
        .toList();
  }

  private boolean mayRead(ResourceName topic, Connection connection) {
    return proxies.mayBoth(
        connection.authenticated(),
        connection.principal(),
        name -> answers.wouldAllow(CONSUME_BY_PATTERN, topic, name, null, connection));
  }
}
