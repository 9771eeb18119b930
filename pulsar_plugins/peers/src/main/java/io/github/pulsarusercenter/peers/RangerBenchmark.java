package io.github.pulsarusercenter.peers;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.ranger.authorization.hadoop.config.RangerPluginConfig;
import org.apache.ranger.plugin.model.RangerPolicy;
import org.apache.ranger.plugin.model.RangerServiceDef;
import org.apache.ranger.plugin.policyengine.RangerAccessRequestImpl;
import org.apache.ranger.plugin.policyengine.RangerAccessResourceImpl;
import org.apache.ranger.plugin.policyengine.RangerAccessResult;
import org.apache.ranger.plugin.policyengine.RangerPluginContext;
import org.apache.ranger.plugin.policyengine.RangerPolicyEngineImpl;
import org.apache.ranger.plugin.policyengine.RangerPolicyEngineOptions;
import org.apache.ranger.plugin.util.RangerRoles;
import org.apache.ranger.plugin.util.ServicePolicies;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Ranger's policy engine with one policy per topic, without Ranger's plugin and audit. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RangerBenchmark {
  private static final String TYPE = "pulsar";

  @Param({"5000"})
  int topics;

  /** Number of different questions, asked in turn. */
  @Param({"" + EstateSnapshot.WORKING_SET})
  int questions;

  private RangerPolicyEngineImpl engine;
  private RangerAccessRequestImpl[] requests;
  private int next;

  @Setup
  public void prepare() {
    RangerPolicyEngineOptions options = new RangerPolicyEngineOptions();
    options.configureForPlugin(new org.apache.hadoop.conf.Configuration(false), "ranger.plugin");
    RangerPluginConfig config =
        new RangerPluginConfig(TYPE, "prod", "broker", "cluster", "on-prem", options);
    engine =
        new RangerPolicyEngineImpl(policies(), new RangerPluginContext(config), new RangerRoles());
    Estate.AccessQuestion[] asks = Estate.asks(topics, questions);
    requests = new RangerAccessRequestImpl[asks.length];
    for (int i = 0; i < asks.length; i++) {
      requests[i] = request(asks[i]);
      RangerAccessResult result = decide(i);
      Estate.check(asks[i], result != null && result.getIsAllowed());
    }
  }

  @Benchmark
  public RangerAccessResult ranger() {
    next = (next + 1) & (questions - 1);
    return decide(next);
  }

  private RangerAccessResult decide(int number) {
    return engine.evaluatePolicies(requests[number], RangerPolicy.POLICY_TYPE_ACCESS, null);
  }

  private static RangerAccessRequestImpl request(Estate.AccessQuestion ask) {
    RangerAccessResourceImpl resource = new RangerAccessResourceImpl();
    resource.setValue("topic", Estate.topic(ask.topic()));
    String access = ask.write() ? "produce" : "consume";
    return new RangerAccessRequestImpl(
        resource, access, Estate.user(ask.user()), Set.of(), Set.of());
  }

  private ServicePolicies policies() {
    ServicePolicies all = new ServicePolicies();
    all.setServiceName("prod");
    all.setServiceDef(definition());
    all.setPolicyVersion(1L);
    List<RangerPolicy> policies = new ArrayList<>();
    for (int topic = 0; topic < topics; topic++) {
      policies.add(policy(topic));
    }
    all.setPolicies(policies);
    return all;
  }

  private static RangerPolicy policy(int topic) {
    RangerPolicy policy = new RangerPolicy();
    policy.setId(topic + 1L);
    policy.setService("prod");
    policy.setServiceType(TYPE);
    policy.setName("topic " + topic);
    policy.setIsEnabled(true);
    policy.setResources(
        new HashMap<>(Map.of("topic", new RangerPolicy.RangerPolicyResource(Estate.topic(topic)))));
    policy.setPolicyItems(
        new ArrayList<>(List.of(item(topic, true, "produce"), item(topic, false, "consume"))));
    return policy;
  }

  private static RangerPolicy.RangerPolicyItem item(int topic, boolean writers, String access) {
    List<String> users = new ArrayList<>();
    for (int place = 0; place < Estate.HOLDERS; place++) {
      if (Estate.writes(place) == writers) {
        users.add(Estate.user(Estate.holder(topic, place)));
      }
    }
    RangerPolicy.RangerPolicyItem item = new RangerPolicy.RangerPolicyItem();
    item.setUsers(users);
    item.setAccesses(
        new ArrayList<>(List.of(new RangerPolicy.RangerPolicyItemAccess(access, true))));
    return item;
  }

  private static RangerServiceDef definition() {
    RangerServiceDef.RangerResourceDef topic = new RangerServiceDef.RangerResourceDef();
    topic.setItemId(1L);
    topic.setName("topic");
    topic.setType("string");
    topic.setLevel(1);
    topic.setMandatory(true);
    topic.setIsValidLeaf(true);
    topic.setMatcher("org.apache.ranger.plugin.resourcematcher.RangerDefaultResourceMatcher");
    topic.setMatcherOptions(new HashMap<>(Map.of("wildCard", "true", "ignoreCase", "false")));
    RangerServiceDef definition = new RangerServiceDef();
    definition.setId(1L);
    definition.setName(TYPE);
    definition.setResources(new ArrayList<>(List.of(topic)));
    List<RangerServiceDef.RangerAccessTypeDef> accesses = new ArrayList<>();
    for (String name : List.of("produce", "consume")) {
      accesses.add(new RangerServiceDef.RangerAccessTypeDef(name));
    }
    definition.setAccessTypes(accesses);
    return definition;
  }
}
