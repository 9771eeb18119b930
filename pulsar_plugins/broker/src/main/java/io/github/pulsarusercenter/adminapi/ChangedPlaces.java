package io.github.pulsarusercenter.adminapi;

import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.client.Caller;
import io.github.pulsarusercenter.permissions.ReportedPlace;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.pulsar.common.util.Codec;

/**
 * Reports to the center the tenants, namespaces and topics that calls of the admin API have made or
 * removed, in the caller's name (decision 0110). A call that the broker refuses, or sends to
 * another broker, reports nothing. No thread of the broker waits.
 */
public final class ChangedPlaces {
  /** Reports a place, whether it was removed, and who called; never fails. */
  @FunctionalInterface
  public interface Reports {
    CompletableFuture<Void> report(ReportedPlace place, boolean removed, Caller caller);
  }

  private static final Pattern PLACE =
      Pattern.compile(
          "/admin/v2/(?:tenants/([^/;]+)|namespaces/([^/;]+/[^/;]+)"
              + "|(persistent|non-persistent|scalable)/([^/;]+/[^/;]+)/([^/;]+)(?:/partitions)?"
              + ")/?");

  private static final Pattern MIGRATION =
      Pattern.compile("/admin/v2/scalable/([^/;]+/[^/;]+)/([^/;]+)/migrate");

  private static final Caller UNKNOWN = new Caller(null, null);

  private final Callers callers;
  private final Reports reports;

  public ChangedPlaces(ProxyRules proxies, Reports reports) {
    this.callers = new Callers(proxies);
    this.reports = reports;
  }

  /** The report that is due once the call has succeeded; null when it changes no place. */
  public Supplier<CompletableFuture<Void>> reportOf(AdminCall call) {
    boolean removed = "DELETE".equals(call.method());
    ReportedPlace place =
        switch (call.method()) {
          case "PUT", "DELETE" -> at(call.path());
          case "POST" -> migratedAt(call.path());
          default -> null;
        };
    return place == null
        ? null
        : () -> {
          Caller caller = callers.of(call);
          return reports.report(place, removed, caller == null ? UNKNOWN : caller);
        };
  }

  /** The scalable topic that a persistent one becomes, or null. */
  private static ReportedPlace migratedAt(String path) {
    Matcher part = path == null ? null : MIGRATION.matcher(path);
    return part == null || !part.matches()
        ? null
        : new ReportedPlace(
            "topic", "topic://" + part.group(1) + "/" + Codec.decode(part.group(2)), true);
  }

  private static ReportedPlace at(String path) {
    Matcher part = path == null ? null : PLACE.matcher(path);
    if (part == null || !part.matches()) {
      return null;
    }
    if (part.group(1) != null) {
      return new ReportedPlace("tenant", Codec.decode(part.group(1)));
    }
    return part.group(2) != null
        ? new ReportedPlace("namespace", Codec.decode(part.group(2)))
        : ReportedPlace.topic(
            ResourceName.domainOfRoute(part.group(3))
                + "://"
                + part.group(4)
                + "/"
                + Codec.decode(part.group(5)));
  }
}
