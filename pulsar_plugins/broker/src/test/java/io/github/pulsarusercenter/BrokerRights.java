package io.github.pulsarusercenter;

import io.github.pulsarusercenter.answers.Answers;
import io.github.pulsarusercenter.authentication.RecentHttpUsers;
import io.github.pulsarusercenter.clock.CenterTime;
import io.github.pulsarusercenter.decision.DecisionEngine;
import io.github.pulsarusercenter.decision.DecisionOptions;
import io.github.pulsarusercenter.events.AccessEventWriter;
import io.github.pulsarusercenter.events.EventFiles;
import io.github.pulsarusercenter.log.DenialLog;
import io.github.pulsarusercenter.snapshot.current.CurrentRights;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.LoggerFactory;

/** Rights in force and the answers by them, as a broker has them; the test moves the clock. */
public class BrokerRights {
  public static final long START = 1_790_000_000_000L;

  public final AtomicLong nanos = new AtomicLong();
  public final CenterTime time = new CenterTime(nanos::get, () -> START);
  public final CurrentRights rights =
      new CurrentRights(new DecisionEngine(DecisionOptions.DEFAULTS), 86_400, nanos::get, time);
  public final AccessEventWriter events;
  public final Answers answers;

  /**
   * @param directory where the events go
   * @param superUser the one in the broker's superUserRoles
   */
  public BrokerRights(Path directory, String superUser) {
    var files = new EventFiles(directory, 300, 1 << 20, 1L << 30, 35, 0);
    events = new AccessEventWriter(files, "host:1", "boot", 100, time);
    var denials = new DenialLog(LoggerFactory.getLogger("deny"), "https://center", false, () -> 0);
    Set<String> superUsers = Set.of(superUser);
    RecentHttpUsers nobody = new RecentHttpUsers();
    answers = new Answers(rights, events, "test", () -> superUsers, time, denials, false, nobody);
    time.accept(START);
  }

  /** Puts a whole snapshot in force. */
  public void put(String snapshot) {
    rights.replace(Snapshots.parse(snapshot), 0);
  }
}
