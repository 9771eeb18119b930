/**
 * Rights in memory: users, roles, grants by place, windows; read from snapshots and deltas. May use
 * the vocabulary. Must not decide, and must not know where rights come from.
 */
package io.github.pulsarusercenter.snapshot.rights;
