/**
 * The running plugin: creates, connects, starts and stops its parts. May use all parts. Must not
 * know questions or sign-in, which use it.
 */
package io.github.pulsarusercenter.runtime;
