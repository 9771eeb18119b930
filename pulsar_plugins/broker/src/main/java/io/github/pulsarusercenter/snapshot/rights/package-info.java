/**
 * Rights in memory: users, roles, grants by place, windows; read from snapshots and changes. It may
 * use the vocabulary. It must not decide, and must not know where rights come from.
 */
package io.github.pulsarusercenter.snapshot.rights;
