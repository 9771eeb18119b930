package io.github.pulsarusercenter;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.answers.SubscribedSchemas;
import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.questions.SchemaCommands;
import io.github.pulsarusercenter.questions.Targets;
import io.github.pulsarusercenter.runtime.PluginRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.pulsar.broker.service.Topic;
import org.apache.pulsar.broker.service.schema.exceptions.IncompatibleSchemaException;
import org.apache.pulsar.common.api.proto.BaseCommand;
import org.apache.pulsar.common.api.proto.BaseCommand.Type;
import org.apache.pulsar.common.api.proto.CommandSubscribe;
import org.apache.pulsar.common.api.proto.Schema;
import org.apache.pulsar.common.api.proto.ServerError;
import org.apache.pulsar.common.intercept.InterceptException;
import org.apache.pulsar.common.naming.TopicName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may read and add schemas over the binary protocol. */
class SchemaCommandsTest extends ProviderSetUp {
  private static final String TOPIC = "persistent://acme/orders/created";

  private PluginRuntime runtime;
  private Function<String, CompletableFuture<Optional<Topic>>> topics;

  @BeforeEach
  void acquire() throws Exception {
    runtime = PluginRuntime.acquire(conf);
  }

  @AfterEach
  void release() {
    runtime.release();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        TOPIC,
        "acme/orders/created",
        "persistent://acme/orders/created-partition-0",
        "persistent://acme/orders/created-billing-DLQ"
      })
  void usersOfTheTopicReadAndAddSchemas(String topic) {
    allowed(get(topic), "alice", "alice");
    allowed(add(topic), "alice", "alice");
  }

  @Test
  void administratorsReadSchemasAndDoNotAddThem() {
    allowed(get(TOPIC), "keeper", "keeper");
    refused(ServerError.AuthorizationError, add(TOPIC), "keeper", "keeper");
  }

  @ParameterizedTest
  @ValueSource(strings = {"dora", "bob", "carl", "nobody"})
  void everybodyElseIsRefused(String who) {
    refused(ServerError.AuthorizationError, get(TOPIC), who, who);
    refused(ServerError.AuthorizationError, add(TOPIC), who, who);
  }

  /** The broker finds the same schema by a name of the old kind, whatever its cluster is. */
  @ParameterizedTest
  @ValueSource(
      strings = {"persistent://acme/any/orders/created", "persistent://acme/acme/orders/created"})
  void anOldNameIsRefused(String topic) {
    refused(ServerError.AuthorizationError, get(topic), "alice", "alice");
    refused(ServerError.AuthorizationError, add(topic), "alice", "alice");
  }

  @Test
  void aSystemTopicIsForSuperUsers() {
    String topic = "persistent://acme/orders/__change_events";
    refused(ServerError.AuthorizationError, get(topic), "alice", "alice");
    allowed(get(topic), "broker", "broker");
    allowed(add(topic), "root", "root");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://acme/orders/created", "a/b", ""})
  void aNameThatIsNoneIsRefused(String topic) {
    refused(ServerError.InvalidTopicName, get(topic), "broker", "broker");
    refused(ServerError.InvalidTopicName, add(topic), "broker", "broker");
  }

  @Test
  void behindAProxyTheClientCounts() {
    allowed(get(TOPIC), "alice", "proxy");
    allowed(add(TOPIC), "alice", "proxy");
    refused(ServerError.AuthorizationError, get(TOPIC), "dora", "proxy");
    refused(ServerError.AuthorizationError, get(TOPIC), "dora", "root");
    refused(ServerError.AuthorizationError, get(TOPIC), "proxy", "proxy");
    refused(ServerError.AuthorizationError, get(TOPIC), "alice", "dora");
  }

  @Test
  void beforeTheSignInNothingIsAnsweredNorRecorded() throws Exception {
    refused(ServerError.AuthorizationError, get(TOPIC), "alice", null);
    refused(ServerError.AuthorizationError, get(TOPIC), null, null);
    BaseCommand any = subscribe();
    any.getSubscribe().getSchema().setType(Schema.Type.AutoConsume);
    allowed(any, "keeper", "keeper");
    assertTrue(any.getSubscribe().hasSchema());
    assertFalse(events().contains("GET_METADATA"));
  }

  @Test
  void aRefusalIsRecorded() throws Exception {
    refused(ServerError.AuthorizationError, get(TOPIC), "dora", "dora");
    assertTrue(events().contains("\"op\":\"GET_METADATA\""));
  }

  @Test
  void observingLetsPass() throws Exception {
    SchemaCommands commands = commands(true);
    assertDoesNotThrow(() -> commands.demand(get(TOPIC), new FakeConnection("dora", "dora")));
    assertTrue(events().contains("\"user\":\"dora\""));
  }

  @Test
  void aSchemaOfWhoMayNotWriteIsTakenOutOfTheSubscription() throws Exception {
    for (String who : List.of("keeper", "dora", "nobody")) {
      BaseCommand command = subscribe();
      allowed(command, who, who);
      assertFalse(command.getSubscribe().hasSchema(), who);
    }
    BaseCommand command = subscribe();
    allowed(command, "alice", "alice");
    assertTrue(command.getSubscribe().hasSchema());
    BaseCommand any = subscribe();
    any.getSubscribe().getSchema().setType(Schema.Type.AutoConsume);
    allowed(any, "keeper", "keeper");
    assertTrue(any.getSubscribe().hasSchema());
    assertFalse(events().contains("\"user\":\"keeper\""), "nobody asked to write");
  }

  @Test
  void aSchemaThatWasTakenOutIsComparedWithTheTopics() {
    List<String> asked = new ArrayList<>();
    topics =
        topic -> {
          asked.add(topic);
          return CompletableFuture.failedFuture(new IncompatibleSchemaException("no"));
        };
    var yes = CompletableFuture.completedFuture(true);
    allowed(subscribe(), "keeper", "keeper");
    assertSame(yes, SubscribedSchemas.compare(TopicName.get("other"), "keeper", yes));
    assertSame(yes, SubscribedSchemas.compare(ORDERS, "alice", yes), "of another client");
    assertTrue(SubscribedSchemas.compare(ORDERS, "keeper", yes).isCompletedExceptionally());
    assertSame(yes, SubscribedSchemas.compare(ORDERS, "keeper", yes), "of a later command");
    allowed(subscribe(), null, null);
    assertSame(yes, SubscribedSchemas.compare(ORDERS, "keeper", yes), "nobody signed in");
    allowed(subscribe(), "keeper", "keeper");
    var no = CompletableFuture.completedFuture(false);
    assertSame(no, SubscribedSchemas.compare(ORDERS, "keeper", no));
    allowed(subscribe(), "alice", "alice");
    assertSame(yes, SubscribedSchemas.compare(ORDERS, "alice", yes));
    topics = topic -> CompletableFuture.completedFuture(Optional.empty());
    allowed(subscribe(), "keeper", "keeper");
    assertTrue(SubscribedSchemas.compare(ORDERS, "keeper", yes).join());
    topics = topic -> CompletableFuture.failedFuture(new IOException("away"));
    allowed(subscribe(), "keeper", "keeper");
    assertTrue(SubscribedSchemas.compare(ORDERS, "keeper", yes).join());
    assertEquals(List.of(TOPIC), asked);
  }

  @Test
  void aSettingLetsReadersAddSchemas() throws Exception {
    provider.close();
    runtime.release();
    conf.getProperties().setProperty("userCenterOnlyWritersAddSchemas", "false");
    begin();
    acquire();
    BaseCommand command = subscribe();
    allowed(command, "keeper", "keeper");
    assertTrue(command.getSubscribe().hasSchema());
  }

  private void allowed(BaseCommand command, String principal, String authenticated) {
    assertDoesNotThrow(
        () -> commands(false).demand(command, new FakeConnection(principal, authenticated)));
  }

  private void refused(
      ServerError error, BaseCommand command, String principal, String authenticated) {
    FakeConnection client = new FakeConnection(principal, authenticated);
    InterceptException failure =
        assertThrows(InterceptException.class, () -> commands(false).demand(command, client));
    assertEquals(error, ServerError.valueOf(failure.getErrorCode()));
  }

  private SchemaCommands commands(boolean observing) {
    return new SchemaCommands(
        runtime.answers(conf::getSuperUserRoles),
        new ProxyRules(conf::getProxyRoles, conf::getSuperUserRoles),
        new Targets("test", "test"),
        runtime.settings().onlyWritersAddSchemas() ? name -> topics.apply(name) : null,
        observing);
  }

  /** Everything that was recorded. Ends the plugin. */
  private String events() throws Exception {
    provider.close();
    runtime.release();
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.list(directory.resolve("events"))) {
      for (Path file : files.toList()) {
        all.append(Files.readString(file));
      }
    }
    return all.toString();
  }

  private static BaseCommand subscribe() {
    BaseCommand command = new BaseCommand().setType(Type.SUBSCRIBE);
    command.setSubscribe().setRequestId(1).setConsumerId(1).setTopic(TOPIC);
    command.getSubscribe().setSubscription("any").setSubType(CommandSubscribe.SubType.Shared);
    command.getSubscribe().setSchema().setName("").setType(Schema.Type.Avro);
    command.getSubscribe().getSchema().setSchemaData(new byte[] {1});
    return command;
  }

  private static BaseCommand get(String topic) {
    BaseCommand command = new BaseCommand().setType(Type.GET_SCHEMA);
    command.setGetSchema().setRequestId(1).setTopic(topic);
    return command;
  }

  private static BaseCommand add(String topic) {
    BaseCommand command = new BaseCommand().setType(Type.GET_OR_CREATE_SCHEMA);
    command.setGetOrCreateSchema().setRequestId(1).setTopic(topic);
    return command;
  }
}
