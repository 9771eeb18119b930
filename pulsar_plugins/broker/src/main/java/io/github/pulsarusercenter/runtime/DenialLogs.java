package io.github.pulsarusercenter.runtime;

import io.github.pulsarusercenter.log.DenialLog;
import io.github.pulsarusercenter.log.LogNames;
import java.util.function.LongSupplier;
import org.slf4j.LoggerFactory;

/**
 * Lines for what was denied, and for sign-ins that were refused.
 *
 * @param denied only says what would have been denied while the plugin observes
 */
record DenialLogs(DenialLog denied, DenialLog refused) {
  static DenialLogs of(String issuer, boolean observes, LongSupplier monotonicMillis) {
    return new DenialLogs(
        new DenialLog(LoggerFactory.getLogger(LogNames.DENIED), issuer, observes, monotonicMillis),
        new DenialLog(LoggerFactory.getLogger(LogNames.REFUSED), issuer, false, monotonicMillis));
  }

  /** What was held back because it repeated itself is told in one line. */
  void sumUp() {
    denied.sumUp();
    refused.sumUp();
  }
}
