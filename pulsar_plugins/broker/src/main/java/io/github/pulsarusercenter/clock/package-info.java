/**
 * The center's time, which counts for windows and tokens. It may use the process's clocks. It must
 * not trust one answer.
 */
package io.github.pulsarusercenter.clock;
