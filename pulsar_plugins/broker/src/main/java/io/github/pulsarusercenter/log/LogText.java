package io.github.pulsarusercenter.log;

/** Makes names that clients chose safe for a log line. */
public final class LogText {
  private static final int LONGEST = 256;

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
    StringBuilder plain = new StringBuilder(cut ? text.substring(0, LONGEST) : text);
    for (int i = 0; i < plain.length(); i++) {
      if (isUnsafe(plain.charAt(i))) {
        plain.setCharAt(i, '?');
      }
    }
    return cut ? plain.append('…').toString() : plain.toString();
  }

  private static boolean isUnsafe(char character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
              Character.FORMAT,
              Character.LINE_SEPARATOR,
              Character.PARAGRAPH_SEPARATOR,
              Character.UNASSIGNED ->
          true;
      default -> false;
    };
  }
}
