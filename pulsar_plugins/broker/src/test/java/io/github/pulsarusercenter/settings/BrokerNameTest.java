package io.github.pulsarusercenter.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.apache.pulsar.broker.ServiceConfiguration;
import org.junit.jupiter.api.Test;

class BrokerNameTest {
  @Test
  void twoOnOneHostHaveTwoNames() {
    ServiceConfiguration conf = new ServiceConfiguration();
    conf.setAdvertisedAddress("host");
    conf.setWebServicePort(Optional.of(8080));
    conf.setWebServicePortTls(Optional.of(8443));
    assertEquals("host:8080", BrokerName.of(conf));
    conf.setWebServicePort(Optional.empty());
    assertEquals("host:8443", BrokerName.of(conf));
    conf.setWebServicePortTls(Optional.empty());
    conf.setBrokerServicePort(Optional.empty());
    conf.setBrokerServicePortTls(Optional.of(6651));
    assertEquals("host:6651", BrokerName.of(conf));
    conf.setBrokerServicePortTls(Optional.empty());
    assertEquals("host", BrokerName.of(conf));
  }
}
