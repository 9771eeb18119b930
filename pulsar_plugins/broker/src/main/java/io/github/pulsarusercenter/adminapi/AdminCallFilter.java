package io.github.pulsarusercenter.adminapi;

import java.io.IOException;

/** Answers calls of the admin API before the broker's other filters see them. */
public interface AdminCallFilter {
  /** Whether the filter may answer such a call; the body of other calls is not kept. */
  boolean concerns(String method, String path);

  /**
   * @return false when the broker may go on with the call as it is
   */
  boolean take(AdminCall call) throws IOException;
}
