/**
 * Access events: merged, numbered, written to files of bounded size. It may use the vocabulary and
 * the file system. It must never make a broker's thread wait.
 */
package io.github.pulsarusercenter.events;
