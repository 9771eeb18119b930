package io.github.pulsarusercenter.events;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Arrays;
import java.util.Objects;

/**
 * One access event; the field names are those of the log line. Events that differ only in time and
 * duration are equal, and are merged.
 *
 * @param time epoch ms
 * @param act 1 create, 2 read, 3 write, 4 delete
 * @param op Pulsar's operation
 * @param dec 1 allowed, 2 denied, 3 observed: allowed by the broker's native provider, denied by us
 * @param code the reason
 * @param kind 0 real use, 1 probe or listing, 2 renewal of an open connection
 * @param grants all covering grants, the deciding one first; may be null
 * @param roles the roles of the grants, in the same order
 * @param us decision time in µs
 */
@RecordBuilder
public record AccessEvent(
    long time,
    int act,
    String op,
    int dec,
    String code,
    int kind,
    String user,
    String cred,
    String via,
    String sess,
    String ip,
    String res,
    String rtype,
    String sub,
    long[] grants,
    long[] roles,
    long rev,
    long us) {

  @Override
  public boolean equals(Object other) {
    return other instanceof AccessEvent that
        && act == that.act
        && dec == that.dec
        && kind == that.kind
        && rev == that.rev
        && Objects.equals(op, that.op)
        && Objects.equals(code, that.code)
        && Objects.equals(user, that.user)
        && Objects.equals(cred, that.cred)
        && Objects.equals(via, that.via)
        && Objects.equals(sess, that.sess)
        && Objects.equals(ip, that.ip)
        && Objects.equals(res, that.res)
        && Objects.equals(rtype, that.rtype)
        && Objects.equals(sub, that.sub)
        && Arrays.equals(grants, that.grants);
  }

  @Override
  public int hashCode() {
    // Not Objects.hash, which allocates an array and a Long for every event.
    int hash = Objects.hashCode(op);
    hash = hash * 31 + Objects.hashCode(user);
    hash = hash * 31 + Objects.hashCode(sess);
    hash = hash * 31 + Objects.hashCode(res);
    hash = hash * 31 + Objects.hashCode(sub);
    return hash * 31 + Long.hashCode(rev);
  }
}
