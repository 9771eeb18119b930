package io.github.pulsarusercenter;

import io.github.pulsarusercenter.authentication.SignInData;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/**
 * The resource whose permissions an HTTP call is about: links the question (which knows the caller)
 * to the grant call (which does not). Only finds the asker; whether they may is decided elsewhere.
 */
final class PermissionPlace {
  private PermissionPlace() {}

  /**
   * @return {@code tenant/namespace} or a full topic name; null when the call is not about
   *     permissions
   */
  static String of(SignInData data) {
    String path = data == null ? null : data.path();
    if (path == null || !path.startsWith("/admin/v2/")) {
      return null;
    }
    String[] part = path.substring("/admin/v2/".length()).split("/", -1);
    for (int i = 0; i < part.length; i++) {
      part[i] = decoded(part[i]);
    }
    if (part.length >= 4 && part[0].equals("namespaces") && part[3].equals("permissions")) {
      return part[1] + "/" + part[2];
    }
    boolean topic = part[0].equals("persistent") || part[0].equals("non-persistent");
    if (topic && part.length >= 5 && part[4].equals("permissions")) {
      return part[0] + "://" + part[1] + "/" + part[2] + "/" + part[3];
    }
    return null;
  }

  private static String decoded(String segment) {
    try {
      return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return segment;
    }
  }
}
