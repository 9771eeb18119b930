package io.github.pulsarusercenter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.common.naming.NamespaceName;
import org.apache.pulsar.common.naming.TopicName;
import org.apache.pulsar.common.policies.data.NamespaceOperation;
import org.apache.pulsar.common.policies.data.PolicyName;
import org.apache.pulsar.common.policies.data.PolicyOperation;
import org.apache.pulsar.common.policies.data.TopicOperation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * No interceptor looks here: what may name the source of a shadow topic is for super users. {@code
 * alice} holds all rights in the namespace, {@code broker} is a super user.
 */
class UnseenSourcesTest extends ProviderSetUp {
  private static final TopicName TOPIC = TopicName.get("persistent://acme/orders/mine");
  private static final String SHORTEST = "{\"PULSAR.SHADOW_SOURCE\":\"c\"}";

  private record Headers(Map<String, String> headers) implements AuthenticationDataSource {
    @Override
    public boolean hasDataFromHttp() {
      return true;
    }

    @Override
    public String getHttpHeader(String name) {
      return headers.get(name);
    }
  }

  @Override
  String snapshot() {
    return super.snapshot().replace("[302,303]", "[202,203,204,300,302,303,304]");
  }

  private boolean creates(String role, AuthenticationDataSource data) {
    NamespaceName namespace = NamespaceName.get("acme/orders");
    return provider
        .allowNamespaceOperationAsync(namespace, role, NamespaceOperation.CREATE_TOPIC, data)
        .join();
  }

  @ParameterizedTest
  @CsvSource({
    "Content-Length, 0, true",
    "Content-Length, 27, true",
    "Content-Length, 28, false",
    "Content-Length, 99999999999, false",
    "Content-Length, -1, false",
    "Transfer-Encoding, chunked, false",
    "Content-Type, multipart/a+json, false",
    "Accept, text/plain, true",
  })
  void aTopicIsCreatedWhereNoSourceFits(String header, String value, boolean allowed) {
    assertEquals(28, SHORTEST.length());
    assertEquals(allowed, creates("alice", new Headers(Map.of(header, value))));
    assertTrue(creates("broker", new Headers(Map.of(header, value))));
  }

  @Test
  void propertiesAndShadowTopicsToo() {
    for (String role : new String[] {"alice", "broker"}) {
      Headers none = new Headers(Map.of());
      assertTrue(
          provider
              .allowTopicOperationAsync(TOPIC, role, TopicOperation.UPDATE_METADATA, none)
              .join());
      Headers withBody = new Headers(Map.of("Content-Length", "60"));
      TopicOperation update = TopicOperation.UPDATE_METADATA;
      boolean may = provider.allowTopicOperationAsync(TOPIC, role, update, withBody).join();
      assertEquals(role.equals("broker"), may);
      PolicyName shadows = PolicyName.SHADOW_TOPIC;
      may =
          provider
              .allowTopicPolicyOperationAsync(TOPIC, role, shadows, PolicyOperation.WRITE, withBody)
              .join();
      assertEquals(role.equals("broker"), may);
    }
  }
}
