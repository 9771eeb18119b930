package io.github.pulsarusercenter.questions;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.pulsarusercenter.Handshakes;
import io.github.pulsarusercenter.authentication.Credential;
import io.github.pulsarusercenter.authentication.SignInData;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.broker.authentication.AuthenticationDataSubscription;
import org.apache.pulsar.common.policies.data.NamespaceOperation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamespaceSubscriptionTest {
  private static final String SPACE = "/admin/v2/namespaces/acme/orders/";

  private record CallData(String path) implements SignInData {
    @Override
    public Credential credential() {
      return null;
    }

    @Override
    public void setCredential(Credential credential) {}

    @Override
    public String ip() {
      return null;
    }

    @Override
    public String session() {
      return null;
    }
  }

  private static NamespaceSubscription of(String path) {
    return NamespaceSubscription.of(NamespaceOperation.UNSUBSCRIBE, new CallData(path));
  }

  @ParameterizedTest
  @CsvSource({
    "unsubscribe/billing, billing",
    "unsubscribe/billing/, billing",
    "unsubscribe/%62illing, billing",
    "unsubscribe/%2562illing, %62illing",
    "unsubscribe/a%20b%2Fc, a b/c",
    "unsubscribe/unsubscribe, unsubscribe",
    "clearBacklog/clearBacklog, clearBacklog",
    "clearBacklog, ",
    "0x00000000_0xffffffff/clearBacklog, ",
    "0x00000000_0xffffffff/clearBacklog/billing, billing",
    "0x00000000_0xffffffff/unsubscribe/billing, billing",
  })
  void readsItFromThePath(String path, String subscription) {
    assertEquals(new NamespaceSubscription(subscription, true), of(SPACE + path));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        SPACE + "unsubscribe/billing;a=b",
        SPACE + "unsubscribe/x/../billing",
        SPACE + "unsubscribe/..",
        SPACE + "unsubscribe/%zz",
        SPACE + "unsubscribe/%20",
        SPACE + "unsubscribe/a+b",
        SPACE + "unsubscribe//billing",
        SPACE + "unsubscribe/own/unsubscribe/billing",
        SPACE + "unsubscrib%65/billing",
        "/admin/v2/namespaces/acme/%6frders/unsubscribe/billing",
        "/admin/namespaces/acme/one/orders/unsubscribe/billing",
        "/other",
      })
  void anAmbiguousPathIsUncertain(String path) {
    assertEquals(new NamespaceSubscription(null, false), of(path));
  }

  @Test
  void otherQuestionsNameNone() {
    NamespaceSubscription none = new NamespaceSubscription(null, true);
    CallData call = new CallData(SPACE + "unsubscribe/billing");
    assertEquals(none, NamespaceSubscription.of(NamespaceOperation.GET_BUNDLE, call));
    assertEquals(none, NamespaceSubscription.of(NamespaceOperation.GET_BUNDLE, null));
  }

  @Test
  void aCallThatAnotherProviderSignedInIsReadToo() {
    NamespaceOperation clear = NamespaceOperation.CLEAR_BACKLOG;
    var other = Handshakes.call(SPACE + "clearBacklog/billing");
    assertEquals(
        new NamespaceSubscription("billing", true), NamespaceSubscription.of(clear, other));
    other = new AuthenticationDataSubscription(other, "s");
    assertEquals(
        new NamespaceSubscription("billing", true), NamespaceSubscription.of(clear, other));
  }

  @ParameterizedTest
  @EnumSource(names = {"CLEAR_BACKLOG", "UNSUBSCRIBE"})
  void aCallThatCannotBeReadIsUncertain(NamespaceOperation operation) {
    NamespaceSubscription uncertain = new NamespaceSubscription(null, false);
    assertEquals(uncertain, NamespaceSubscription.of(operation, null));
    assertEquals(uncertain, NamespaceSubscription.of(operation, new AuthenticationDataSource() {}));
    assertEquals(uncertain, NamespaceSubscription.of(operation, Handshakes.call(null)));
    assertEquals(uncertain, NamespaceSubscription.of(operation, new CallData(null)));
  }
}
