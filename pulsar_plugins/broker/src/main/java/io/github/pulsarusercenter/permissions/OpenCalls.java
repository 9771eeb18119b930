package io.github.pulsarusercenter.permissions;

import io.github.pulsarusercenter.client.Caller;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The HTTP calls under way that may be about permissions, each with its caller. Pulsar does not say
 * in whose name it grants: it only asks, earlier in the same call, whether the caller may (decision
 * 0023).
 *
 * <p>Why {@link Cause} never names the wrong caller: every grant comes from a call that was noted
 * here, because Pulsar asks about the caller before it grants. A call is removed only when it is
 * over, or after a time in which no broker is still busy with it. So the true caller is always
 * among the candidates. When all candidates are one user, it is that user; everything else is
 * refused. Denied callers are never noted.
 */
public final class OpenCalls {
  /** One call under way; compared by identity. */
  public static final class Ticket {
    private final String principal;
    private final String proof;
    private final PermissionCall about;
    private final long at;

    private Ticket(String principal, String proof, PermissionCall about, long at) {
      this.principal = principal;
      this.proof = proof;
      this.about = about;
      this.at = at;
    }
  }

  /** Longer than a broker works on one call: its metadata store gives up after 30 s. */
  private static final long MEMORY_MILLIS = 120_000;

  private static final int MOST = 10_000;

  private final LongSupplier clock;
  private final Set<Ticket> open = new LinkedHashSet<>();
  private long blindUntil = Long.MIN_VALUE;

  /**
   * @param clock in ms, never jumps
   */
  public OpenCalls(LongSupplier clock) {
    this.clock = clock;
  }

  /**
   * Notes a call whose caller was just allowed to make it.
   *
   * @param proof proves the caller to the center, see {@link Caller}; may be null
   */
  public synchronized Ticket note(String principal, String proof, PermissionCall about) {
    long now = clock.getAsLong();
    forgetOld(now);
    Ticket ticket = new Ticket(principal, proof, about, now);
    if (open.size() < MOST) {
      open.add(ticket);
    } else {
      // This call is not noted, so its grant could be taken for another caller's: name no caller
      // for a while.
      blindUntil = now + MEMORY_MILLIS;
    }
    return ticket;
  }

  /** Called when a call is over and can grant nothing any more. */
  public synchronized void end(Ticket ticket) {
    open.remove(ticket);
  }

  /** The calls that may have caused a grant, revocation or listing that has just arrived. */
  public synchronized Cause causeOf(PermissionCall exact) {
    long now = clock.getAsLong();
    forgetOld(now);
    List<Ticket> candidates = new ArrayList<>();
    open.stream().filter(ticket -> ticket.about.mayBe(exact)).forEach(candidates::add);
    return new Cause(now < blindUntil ? List.of() : candidates);
  }

  private void forgetOld(long now) {
    open.removeIf(ticket -> now - ticket.at > MEMORY_MILLIS);
  }

  private synchronized Set<String> principals(Collection<Ticket> candidates) {
    Set<String> principals = new HashSet<>();
    candidates.stream().filter(open::contains).forEach(ticket -> principals.add(ticket.principal));
    return principals;
  }

  private synchronized String proof(Collection<Ticket> candidates, String principal) {
    String newest = null;
    for (Ticket ticket : candidates) {
      newest = ticket.proof != null && ticket.principal.equals(principal) ? ticket.proof : newest;
    }
    return newest;
  }

  /** The calls that may have caused one grant. */
  public final class Cause {
    private final List<Ticket> candidates;

    private Cause(List<Ticket> candidates) {
      this.candidates = candidates;
    }

    /**
     * The callers whose calls are still open. A call that ends while the grant is held back was not
     * waiting for it, so waiting leaves fewer callers. A single name is certain; with none or
     * several the caller is unknown.
     */
    public Set<String> callers() {
      return principals(candidates);
    }

    /** The caller of this name, with its newest proof. */
    public Caller caller(String principal) {
      return new Caller(principal, proof(candidates, principal));
    }
  }
}
