/**
 * The entry classes. broker.conf and the interceptor's descriptor name them, so their names must
 * never change. They turn Pulsar's calls into questions. They may use every other package; no other
 * package may use them.
 */
package io.github.pulsarusercenter;
