/**
 * The center's time, by which windows and tokens end. May use the process's clocks. Must not trust
 * a single answer.
 */
package io.github.pulsarusercenter.clock;
