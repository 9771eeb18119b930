package io.github.pulsarusercenter.client;

import java.net.URI;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The center's addresses. One is used until it fails; then the next one is, and stays in use. */
final class CenterAddresses {
  private static final Logger log = LoggerFactory.getLogger(CenterAddresses.class);

  private final List<URI> all;
  private volatile int current;

  CenterAddresses(List<URI> all) {
    this.all = List.copyOf(all);
  }

  URI current() {
    return all.get(current);
  }

  int size() {
    return all.size();
  }

  /** Switches from this address to the next, unless another thread has already done so. */
  synchronized void failed(URI address, String why) {
    if (all.size() > 1 && all.get(current).equals(address)) {
      current = (current + 1) % all.size();
      log.warn("The user center at {} failed ({}): trying {}", address, why, current());
    }
  }
}
