package io.github.pulsarusercenter.adminapi;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Answers calls of the admin API before the broker's other filters see them. */
public interface AdminCallFilter {
  /** Whether the filter may answer such a call; the body of other calls is not kept. */
  boolean concerns(String method, String path);

  /**
   * @return false when the broker may go on with the call as it is
   */
  boolean take(AdminCall call) throws IOException;

  /**
   * What is done when the broker has carried the call out, before it is answered; null: nothing. It
   * never fails.
   */
  default Supplier<CompletableFuture<Void>> beforeAnswer(AdminCall call) {
    return null;
  }
}
