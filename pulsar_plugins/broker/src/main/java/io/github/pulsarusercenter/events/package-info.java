/**
 * Access events: merged, numbered, written to files of bounded size. May use the vocabulary and the
 * file system. Must never make a broker's thread wait.
 */
package io.github.pulsarusercenter.events;
