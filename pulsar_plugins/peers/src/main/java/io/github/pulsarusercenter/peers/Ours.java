package io.github.pulsarusercenter.peers;

/** What every side has in common. */
final class Ours {
  /** Different questions asked again and again, as the connections of a broker do. */
  static final int WORKING_SET = 32_768;

  private Ours() {}
}
