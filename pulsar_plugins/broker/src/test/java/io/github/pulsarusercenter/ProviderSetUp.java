package io.github.pulsarusercenter;

import static io.github.pulsarusercenter.Eventually.eventually;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.apache.pulsar.broker.ServiceConfiguration;
import org.apache.pulsar.common.naming.NamespaceName;
import org.apache.pulsar.common.naming.TopicName;
import org.apache.pulsar.common.policies.data.TopicOperation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The provider as the broker uses it. Only the center is a fake. */
public abstract class ProviderSetUp {
  static final TopicName ORDERS = TopicName.get("persistent://acme/orders/created");
  static final NamespaceName NAMESPACE = NamespaceName.get("acme/orders");

  @TempDir Path directory;
  FakeCenter center;
  ServiceConfiguration conf;
  public UserCenterAuthorizationProvider provider;

  @BeforeEach
  void start() throws Exception {
    center = new FakeCenter();
    center.snapshot = snapshot();
    Path credential = directory.resolve("credential");
    Files.writeString(credential, FakeCenter.CREDENTIAL);
    conf = new ServiceConfiguration();
    conf.setClusterName("test");
    conf.setSuperUserRoles(Set.of("broker"));
    conf.setProxyRoles(Set.of("proxy", "root"));
    conf.getProperties().setProperty("userCenterUrl", center.url());
    conf.getProperties().setProperty("userCenterCredentialFile", credential.toString());
    conf.getProperties().setProperty("userCenterIssuer", "https://center");
    conf.getProperties().setProperty("userCenterSnapshotFile", directory + "/s.json");
    conf.getProperties().setProperty("userCenterEventsDirectory", directory + "/events");
    begin();
    eventually("snapshot", () -> may("alice", TopicOperation.PRODUCE));
  }

  void begin() throws IOException {
    provider = new UserCenterAuthorizationProvider();
    provider.initialize(conf, null);
  }

  @AfterEach
  void stop() throws IOException {
    provider.close();
    center.close();
  }

  String snapshot() {
    return Snapshots.json(5);
  }

  boolean may(String role, TopicOperation operation) {
    return provider.allowTopicOperationAsync(ORDERS, role, operation, null).join();
  }
}
