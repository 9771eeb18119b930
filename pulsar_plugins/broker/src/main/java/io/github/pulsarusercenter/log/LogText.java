package io.github.pulsarusercenter.log;

import java.util.regex.Pattern;

/** Makes names that clients chose safe for a log line. */
public final class LogText {
  private static final int LONGEST = 256;

  /** Control and format characters, ends of lines and paragraphs, and what has no meaning yet. */
  private static final Pattern UNSAFE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cn}]");

  private LogText() {}

  /** The name without characters that end a line or change its display, cut to 256 characters. */
  public static String of(Object name) {
    String text = String.valueOf(name);
    return text.length() <= LONGEST && isPrintableAscii(text) ? text : fit(text);
  }

  /** A fast path for nearly every name: a repeated denial should cost little. */
  private static boolean isPrintableAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
        return false;
      }
    }
    return true;
  }

  private static String fit(String text) {
    boolean cut = text.length() > LONGEST;
    String plain = UNSAFE.matcher(cut ? text.substring(0, LONGEST) : text).replaceAll("?");
    return cut ? plain + '…' : plain;
  }
}
