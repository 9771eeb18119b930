package io.github.pulsarusercenter.authentication;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.pulsarusercenter.events.AccessEventBuilder;
import io.github.pulsarusercenter.events.AccessEventWriter;
import io.github.pulsarusercenter.log.DenialLog;
import io.github.pulsarusercenter.metrics.PluginMetrics;
import io.github.pulsarusercenter.snapshot.current.CurrentRights;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Counts sign-ins, logs refused ones and writes an access event for each. Never sees a secret. */
public final class SignInRecorder {
  private static final int READ = 2;

  private final AccessEventWriter events;
  private final CurrentRights rights;
  private final String cluster;
  private final LongSupplier clock;
  private final DenialLog refusals;
  private final UsedTokens used = new UsedTokens();

  /**
   * @param clock epoch ms
   * @param refusals logs each kind of refusal once a minute
   */
  public SignInRecorder(
      AccessEventWriter events,
      CurrentRights rights,
      String cluster,
      LongSupplier clock,
      DenialLog refusals) {
    this.events = events;
    this.rights = rights;
    this.cluster = cluster;
    this.clock = clock;
    this.refusals = refusals;
  }

  /** Adds to a heartbeat the tokens that signed in since the last one. */
  public void addUsed(ObjectNode heartbeat) {
    used.moveInto(heartbeat);
  }

  /**
   * @param credential the verified credential, null when refused
   * @param refused null for a success
   */
  public void record(
      String method, SignInData data, Credential credential, RefusedException refused, long nanos) {
    PluginMetrics.signIn(method, refused == null ? null : refused.refusal(), nanos);
    if (refused != null) {
      refusals.refused(method, refused.principal(), data.ip(), refused.refusal().name());
    }
    if (refused == null && credential.isToken()) {
      used.add(credential.id());
    }
    events.write(
        AccessEventBuilder.builder()
            .time(clock.getAsLong())
            .act(READ)
            .op("AUTHENTICATE")
            .dec(refused == null ? 1 : 2)
            .code(refused == null ? "VERIFIED" : refused.refusal().name())
            .user(refused == null ? credential.principal() : refused.principal())
            .cred(credential == null ? null : credential.id())
            .sess(data.session())
            .ip(data.ip())
            .res(cluster)
            .rtype("cluster")
            .rev(rights.revision())
            .us(TimeUnit.NANOSECONDS.toMicros(nanos))
            .build());
  }
}
