package io.github.pulsarusercenter.log;

import io.github.pulsarusercenter.vocabulary.MissingRight;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.Reason;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.slf4j.Logger;

/**
 * Logs a denial at most once a minute for each principal, operation and resource, with the missing
 * right and where to request it. Denials that were not logged are summed up each minute. Remembers
 * a fixed number of denials, so that invented names cost neither memory nor more lines. The access
 * events hold every denial. Not Caffeine: an evicted denial would be logged again.
 */
public final class DenialLog {
  /** Lines a minute at most; about 1 MB of memory with the longest names. */
  static final int PLACES = 1_024;

  private static final long PAUSE_MILLIS = 60_000;
  private static final int NEIGHBOURS = 8;
  private static final int SHOWN = 5;
  private static final Set<Reason> A_GRANT_HELPS =
      Set.of(Reason.NO_GRANT, Reason.GRANT_NOT_IN_FORCE, Reason.MAIN_ACCOUNT_LACKS_RIGHT);

  private final Logger log;
  private final String center;
  private final String verb;
  private final LongSupplier clock;
  private final AtomicReferenceArray<LoggedDenial> table = new AtomicReferenceArray<>(PLACES);
  private final LongAdder noPlace = new LongAdder();

  /** One denial that was logged, and how often it came again since. */
  private record LoggedDenial(
      String who, String what, String where, int hash, long loggedAt, LongAdder repetitions) {

    boolean isFor(String principal, String op, String resource, int otherHash) {
      return hash == otherHash
          && where.equals(resource)
          && who.equals(principal)
          && what.equals(op);
    }
  }

  /**
   * @param center address of the center's console, where rights are requested
   * @param observing true when the plugin's denials do not count
   * @param clock in ms, never jumps
   */
  public DenialLog(Logger log, String center, boolean observing, LongSupplier clock) {
    this.log = log;
    this.center = center;
    this.verb = observing ? "would be denied" : "may not";
    this.clock = clock;
  }

  /** Logs a denial, or counts it when the same one was logged within the last minute. */
  public void denied(
      String principal, String op, ResourceName on, Question question, Reason reason) {
    if (!log.isInfoEnabled()) {
      return;
    }
    String who = LogText.of(principal);
    String where = LogText.of(on);
    if (isNew(who, op, where)) {
      log.info("{} {} {} on {}: {}{}", who, verb, op, where, reason, remedy(reason, question, on));
    }
  }

  /**
   * The same for a sign-in.
   *
   * @param from the client's address
   */
  public void refused(String method, String principal, String from, String refusal) {
    if (log.isInfoEnabled() && isNew(LogText.of(principal), refusal, LogText.of(from))) {
      String who = principal == null ? "" : " of " + LogText.of(principal);
      log.info("{} sign-in{} from {} refused: {}", method, who, LogText.of(from), refusal);
    }
  }

  /** Called every minute: logs how many denials were not logged one by one. */
  public void sumUp() {
    List<LoggedDenial> repeated =
        IntStream.range(0, PLACES)
            .mapToObj(table::get)
            .filter(entry -> entry != null && entry.repetitions.sum() > 0)
            .sorted(
                Comparator.comparingLong((LoggedDenial entry) -> entry.repetitions.sum())
                    .reversed())
            .toList();
    long others = noPlace.sumThenReset();
    if (repeated.isEmpty() && others == 0) {
      return;
    }
    long times = 0;
    int shown = 0;
    StringBuilder most = new StringBuilder();
    for (LoggedDenial entry : repeated) {
      long repetitions = entry.repetitions.sumThenReset();
      times += repetitions;
      if (shown++ < SHOWN) {
        most.append(most.isEmpty() ? ": " : ", ").append(entry.who).append(' ').append(entry.what);
        most.append(' ').append(entry.where).append(" (").append(repetitions).append(')');
      }
    }
    log.info(
        "Denied and not logged one by one: {} times {} denials of above, {} of too many others{}",
        times,
        repeated.size(),
        others,
        most);
  }

  private boolean isNew(String who, String what, String where) {
    long now = clock.getAsLong();
    int hash = (who.hashCode() * 31 + what.hashCode()) * 31 + where.hashCode();
    int first = (hash ^ hash >>> 16) & (PLACES - 1);
    int free = -1;
    for (int i = 0; i < NEIGHBOURS; i++) {
      int place = (first + i) & (PLACES - 1);
      LoggedDenial entry = table.get(place);
      boolean over = entry == null || now - entry.loggedAt >= PAUSE_MILLIS;
      if (entry != null && entry.isFor(who, what, where, hash)) {
        if (!over) {
          entry.repetitions.increment();
          return false;
        }
        free = place;
        break;
      }
      free = over && free < 0 ? place : free;
    }
    if (free < 0) {
      noPlace.increment();
      return false;
    }
    var fresh = new LoggedDenial(who, what, where, hash, now, new LongAdder());
    LoggedDenial before = table.getAndSet(free, fresh);
    if (before != null) {
      noPlace.add(before.repetitions.sumThenReset());
    }
    return true;
  }

  private String remedy(Reason reason, Question question, ResourceName on) {
    if (!A_GRANT_HELPS.contains(reason)) {
      return "";
    }
    MissingRight missing = MissingRight.of(question);
    String name = on.name() == null ? "" : on.name();
    String page =
        missing.authority() == 0
            ? "/why"
            : "/requests/new?type=%s&resource=%s&authority=%d"
                .formatted(
                    ResourceName.TYPES.get(on.type()),
                    URLEncoder.encode(name, StandardCharsets.UTF_8),
                    missing.authority());
    return "; missing: " + missing.text() + "; ask at " + center + page;
  }
}
