package io.github.pulsarusercenter.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.apache.pulsar.broker.ServiceConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceKindTest {
  private static ServiceConfiguration with(String setting) {
    ServiceConfiguration conf = new ServiceConfiguration();
    conf.getProperties().setProperty(setting, "something");
    return conf;
  }

  @ParameterizedTest
  @CsvSource({
    "userCenterUrl, broker, true",
    "servicePortTls, proxy, true",
    "brokerServiceURL, proxy, true",
    "serviceUrl, websocket, false",
    "brokerServiceUrl, websocket, false",
    "workerId, worker, true",
  })
  void aServiceIsRecognizedByItsOwnSettings(String setting, String label, boolean kicks) {
    ServiceConfiguration conf = with(setting);
    ServiceKind kind = ServiceKind.of(conf);
    assertEquals(label, kind.label());
    assertEquals(kicks, kind.kicks(true, conf));
  }

  @Test
  void aBrokerPromisesNothingForUnknownConnections() {
    ServiceConfiguration conf = new ServiceConfiguration();
    assertFalse(ServiceKind.BROKER.kicks(false, conf), "no interceptor, or only observing");
    conf.setProxyRoles(Set.of("proxy"));
    assertFalse(ServiceKind.BROKER.kicks(true, conf), "the tokens behind the proxy are unknown");
    conf.setAuthenticateOriginalAuthData(true);
    assertTrue(ServiceKind.BROKER.kicks(true, conf));
  }
}
