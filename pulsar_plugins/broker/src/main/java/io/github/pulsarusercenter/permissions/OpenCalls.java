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
 * The HTTP calls under way that may be about permissions, each with who makes it. Pulsar does not
 * say on whose behalf it grants; it only asked before, in the same call, whether that person may.
 *
 * <p>Why a name given by {@link Cause} is never somebody else's: every grant comes from a call that
 * was noted here before (nobody grants without having been asked about), and a call is crossed off
 * only when it is over or after a time in which no broker is still busy with it. So the true cause
 * is always among the candidates; when all candidates are one person, it is that person. Everything
 * else is refused. Who was denied is never noted.
 */
public final class OpenCalls {
  /** One call under way; identity counts. */
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

  /** Longer than a broker goes on with one call: its metadata store gives up after 30 s. */
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
   * Notes a call whose caller was just found to be allowed.
   *
   * @param proof what the caller signed in with, see {@link Caller}; may be null
   */
  public synchronized Ticket allowed(String principal, String proof, PermissionCall about) {
    long now = clock.getAsLong();
    forgetOld(now);
    Ticket ticket = new Ticket(principal, proof, about, now);
    if (open.size() < MOST) {
      open.add(ticket);
    } else {
      // A call that is not noted might be taken for somebody else's: name nobody for a while.
      blindUntil = now + MEMORY_MILLIS;
    }
    return ticket;
  }

  /** The call is over: it grants nothing any more. */
  public synchronized void over(Ticket ticket) {
    open.remove(ticket);
  }

  /** What may have caused a call to grant, revoke or list that has just arrived. */
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
    candidates.stream().filter(open::contains).forEach(one -> principals.add(one.principal));
    return principals;
  }

  private synchronized String proof(Collection<Ticket> candidates, String principal) {
    String newest = null;
    for (Ticket one : candidates) {
      newest = one.proof != null && one.principal.equals(principal) ? one.proof : newest;
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
     * Who may have caused it and is not through yet. The longer the grant is held back, the fewer:
     * a call that ends meanwhile has not waited for it. One name is certain; none or several say
     * that it can't be told.
     */
    public Set<String> who() {
      return principals(candidates);
    }

    /** This person, with what it signed in with. */
    public Caller as(String principal) {
      return new Caller(principal, proof(candidates, principal));
    }
  }
}
