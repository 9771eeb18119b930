/**
 * The rights in force now, with their decisions, and whether they are too old. It may use the
 * decision, the rights and the clock. It must not know where rights come from.
 */
package io.github.pulsarusercenter.snapshot.current;
