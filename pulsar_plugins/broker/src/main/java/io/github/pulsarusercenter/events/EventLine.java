package io.github.pulsarusercenter.events;

import com.fasterxml.jackson.core.io.JsonStringEncoder;

/**
 * Writes events as flat JSON lines, one after the other into the same buffer. Fields without a
 * value are left out. Used by one thread.
 */
final class EventLine {
  private static final int LAYOUT = 1;
  private static final int PROBE = 1;
  private static final int BUFFER = 1 << 16;

  /** Clients choose names, which may be very long. */
  private static final int LONGEST_TEXT = 1_024;

  /** Every grant below a place covers a listing of it; a line must not name thousands of grants. */
  private static final int MOST_OF_A_PROBE = 16;

  private final JsonStringEncoder encoder = JsonStringEncoder.getInstance();
  private final String boot;
  private StringBuilder line = new StringBuilder(BUFFER);

  /**
   * @param boot the broker's boot id
   */
  EventLine(String boot) {
    this.boot = boot;
  }

  /** The buffer, empty; the next lines go there. */
  StringBuilder begin() {
    if (line.capacity() > 16 * BUFFER) {
      line = new StringBuilder(BUFFER);
    }
    line.setLength(0);
    return line;
  }

  /**
   * Adds a line.
   *
   * @param seq the event's number in this boot
   * @param count how many equal events this line stands for
   * @param end epoch ms of the last of them
   */
  void add(AccessEvent event, long seq, int count, long end) {
    line.append("{\"uid\":\"").append(boot).append('-').append(seq).append('"');
    number(",\"seq\":", seq);
    number(",\"time\":", event.time());
    if (count > 1) {
      number(",\"n\":", count);
      number(",\"t_end\":", end);
    }
    number(",\"act\":", event.act());
    text(",\"op\":\"", event.op());
    number(",\"dec\":", event.dec());
    text(",\"code\":\"", event.code());
    number(",\"kind\":", event.kind());
    text(",\"user\":\"", event.user());
    text(",\"cred\":\"", event.cred());
    text(",\"via\":\"", event.via());
    text(",\"sess\":\"", session(event));
    text(",\"ip\":\"", event.ip());
    text(",\"res\":\"", event.res());
    text(",\"rtype\":\"", event.rtype());
    text(",\"sub\":\"", event.sub());
    int most = event.kind() == PROBE ? MOST_OF_A_PROBE : Integer.MAX_VALUE;
    numbers(",\"grants\":", event.grants(), most);
    numbers(",\"roles\":", event.roles(), most);
    number(",\"rev\":", event.rev());
    number(",\"us\":", event.us());
    number(",\"v\":", LAYOUT);
    line.append("}\n");
  }

  /** Without the address, which has its own field. */
  private static String session(AccessEvent event) {
    String session = event.sess();
    boolean repeats = session != null && event.ip() != null && session.startsWith(event.ip());
    return repeats ? session.substring(event.ip().length()) : session;
  }

  private void number(String name, long value) {
    line.append(name).append(value);
  }

  private void text(String name, String value) {
    if (value != null) {
      line.append(name);
      String shortened = value.length() > LONGEST_TEXT ? value.substring(0, LONGEST_TEXT) : value;
      if (isPlain(shortened)) {
        line.append(shortened);
      } else {
        encoder.quoteAsString(shortened, line);
      }
      line.append('"');
    }
  }

  /** True when the text needs no escaping in JSON. */
  private static boolean isPlain(String value) {
    for (int i = 0; i < value.length(); i++) {
      char character = value.charAt(i);
      if (character < ' ' || character == '"' || character == '\\') {
        return false;
      }
    }
    return true;
  }

  private void numbers(String name, long[] values, int most) {
    if (values == null || values.length == 0) {
      return;
    }
    line.append(name);
    char before = '[';
    for (int i = 0; i < Math.min(values.length, most); i++) {
      line.append(before).append(values[i]);
      before = ',';
    }
    line.append(']');
  }
}
