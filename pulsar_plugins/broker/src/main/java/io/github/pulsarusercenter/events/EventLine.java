package io.github.pulsarusercenter.events;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.Arrays;

/** Writes one event as one flat JSON line. Fields without a value are left out. */
final class EventLine {
  private static final int LAYOUT = 1;
  private static final int PROBE = 1;

  /**
   * A listing is covered by every grant below the place: a line must not name thousands of them.
   */
  private static final int MOST_OF_A_PROBE = 16;

  private final StringBuilder line = new StringBuilder(400);

  private EventLine() {}

  /**
   * @param boot the broker's boot id
   * @param seq the event's number in this boot
   * @param count how many equal events this line stands for
   * @param end epoch ms of the last of them
   */
  static String of(AccessEvent event, String boot, long seq, int count, long end) {
    EventLine out = new EventLine();
    out.text("uid", boot + "-" + seq);
    out.number("seq", seq);
    out.number("time", event.time());
    if (count > 1) {
      out.number("n", count);
      out.number("t_end", end);
    }
    out.number("act", event.act());
    out.text("op", event.op());
    out.number("dec", event.dec());
    out.text("code", event.code());
    out.number("kind", event.kind());
    out.text("user", event.user());
    out.text("cred", event.cred());
    out.text("via", event.via());
    out.text("sess", event.sess());
    out.text("ip", event.ip());
    out.text("res", event.res());
    out.text("rtype", event.rtype());
    out.text("sub", event.sub());
    out.numbers("grants", shown(event, event.grants()));
    out.numbers("roles", shown(event, event.roles()));
    out.number("rev", event.rev());
    out.number("us", event.us());
    out.number("v", LAYOUT);
    return out.line.append("}\n").toString();
  }

  private static long[] shown(AccessEvent event, long[] all) {
    boolean cut = event.kind() == PROBE && all != null && all.length > MOST_OF_A_PROBE;
    return cut ? Arrays.copyOf(all, MOST_OF_A_PROBE) : all;
  }

  private void name(String name) {
    line.append(line.isEmpty() ? '{' : ',').append('"').append(name).append("\":");
  }

  private void number(String name, long value) {
    name(name);
    line.append(value);
  }

  private void text(String name, String value) {
    if (value != null) {
      name(name);
      line.append('"');
      JsonStringEncoder.getInstance().quoteAsString(value, line);
      line.append('"');
    }
  }

  private void numbers(String name, long[] values) {
    if (values == null || values.length == 0) {
      return;
    }
    name(name);
    char before = '[';
    for (long value : values) {
      line.append(before).append(value);
      before = ',';
    }
    line.append(']');
  }
}
