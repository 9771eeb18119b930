/**
 * Follows the center: first a snapshot, then the change feed. May use the client, and put rights in
 * force and on disk. Must not know what rights mean.
 */
package io.github.pulsarusercenter.snapshot.following;
