package io.github.pulsarusercenter.runtime;

import io.github.pulsarusercenter.log.DenialLog;
import io.github.pulsarusercenter.log.LogNames;
import java.util.function.LongSupplier;
import org.slf4j.LoggerFactory;

/**
 * The logs of denied questions and of refused sign-ins.
 *
 * @param denied says "would be denied" while the plugin observes
 */
record DenialLogs(DenialLog denied, DenialLog refused) {
  static DenialLogs of(String issuer, boolean observes, LongSupplier monotonicMillis) {
    return new DenialLogs(
        new DenialLog(LoggerFactory.getLogger(LogNames.DENIED), issuer, observes, monotonicMillis),
        new DenialLog(LoggerFactory.getLogger(LogNames.REFUSED), issuer, false, monotonicMillis));
  }

  /** Logs the suppressed repetitions in one line each. */
  void sumUp() {
    denied.sumUp();
    refused.sumUp();
  }
}
