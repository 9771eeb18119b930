package io.github.pulsarusercenter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.questions.Targets;
import io.github.pulsarusercenter.questions.TopicLists;
import io.github.pulsarusercenter.runtime.PluginRuntime;
import java.util.List;
import org.apache.pulsar.common.api.proto.BaseCommand;
import org.apache.pulsar.common.api.proto.BaseCommand.Type;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a consumer with a pattern is told of. */
class TopicListsTest extends ProviderSetUp {
  private static final String MAY = "persistent://acme/orders/created";
  private static final String PARTITION = MAY + "-partition-1";
  private static final List<String> ALL =
      List.of(
          PARTITION, "persistent://acme/secret/plans", "persistent://acme/orders/__system", MAY);

  private PluginRuntime runtime;
  private TopicLists lists;

  @BeforeEach
  void acquire() throws Exception {
    runtime = PluginRuntime.acquire(conf);
    ProxyRules proxies = new ProxyRules(conf::getProxyRoles, conf::getSuperUserRoles);
    lists =
        new TopicLists(
            runtime.answers(conf::getSuperUserRoles), proxies, new Targets("test", "test"));
  }

  @AfterEach
  void release() {
    runtime.release();
  }

  @Test
  void aListHasWhatMayBeReadAndNotTheHashOfAll() {
    BaseCommand answer = list();
    lists.leaveOut(answer, new FakeConnection("alice", "alice"));
    var list = answer.getGetTopicsOfNamespaceResponse();
    assertEquals(List.of(PARTITION, MAY), list.getTopicsList());
    assertEquals("", list.getTopicsHash());
  }

  @Test
  void aWatcherIsToldTheSame() {
    BaseCommand begin = new BaseCommand().setType(Type.WATCH_TOPIC_LIST_SUCCESS);
    begin.setWatchTopicListSuccess().addAllTopics(ALL).setTopicsHash("of all");
    lists.leaveOut(begin, new FakeConnection("alice", "alice"));
    assertEquals(List.of(PARTITION, MAY), begin.getWatchTopicListSuccess().getTopicsList());
    BaseCommand later = new BaseCommand().setType(Type.WATCH_TOPIC_UPDATE);
    later.setWatchTopicUpdate().addAllNewTopics(ALL).addAllDeletedTopics(ALL);
    lists.leaveOut(later, new FakeConnection("alice", "alice"));
    assertEquals(List.of(PARTITION, MAY), later.getWatchTopicUpdate().getNewTopicsList());
    assertEquals(ALL, later.getWatchTopicUpdate().getDeletedTopicsList());
  }

  @Test
  void superUsersAreToldOfAllAndStrangersOfNothing() {
    assertEquals(ALL, told("broker", "broker"));
    for (String who : List.of("dora", "nobody", "proxy")) {
      assertEquals(List.of(), told(who, who));
    }
    assertEquals(List.of(), told("alice", null));
  }

  @Test
  void behindAProxyTheClientCounts() {
    assertEquals(List.of(PARTITION, MAY), told("alice", "proxy"));
    assertEquals(List.of(), told("alice", "dora"));
  }

  private static BaseCommand list() {
    BaseCommand answer = new BaseCommand().setType(Type.GET_TOPICS_OF_NAMESPACE_RESPONSE);
    answer.setGetTopicsOfNamespaceResponse().addAllTopics(ALL).setTopicsHash("of all");
    return answer;
  }

  private List<String> told(String principal, String authenticated) {
    BaseCommand answer = list();
    lists.leaveOut(answer, new FakeConnection(principal, authenticated));
    return answer.getGetTopicsOfNamespaceResponse().getTopicsList();
  }
}
