/**
 * The entry classes, which turn Pulsar's calls into questions. broker.conf and the interceptor's
 * descriptor name the public ones, so their names must never change. They may use every other
 * package; no other package may use them.
 */
package io.github.pulsarusercenter;
