package io.github.pulsarusercenter.adminapi;

import java.io.IOException;

/** Takes calls of the admin API over before the broker's other filters see them. */
public interface AdminCallFilter {
  /** Whether a call may be one of these. Only of such a call the body is kept. */
  boolean concerns(String method, String path);

  /**
   * @return false when the broker may go on with the call as it is
   */
  boolean take(AdminCall call) throws IOException;
}
