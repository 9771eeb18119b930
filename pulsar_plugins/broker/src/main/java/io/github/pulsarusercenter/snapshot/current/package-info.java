/**
 * The rights in force, their remembered decisions and their age. May use the decision, the rights
 * and the clock. Must not know where rights come from.
 */
package io.github.pulsarusercenter.snapshot.current;
