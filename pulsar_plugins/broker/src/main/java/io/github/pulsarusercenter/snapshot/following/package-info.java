/**
 * Following the center: a snapshot first, then changes, again and again. It may use the client, and
 * put rights in force and on disk. It must not know what rights mean.
 */
package io.github.pulsarusercenter.snapshot.following;
