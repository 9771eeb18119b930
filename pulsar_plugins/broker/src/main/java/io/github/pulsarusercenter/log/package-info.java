/**
 * Lines for operators: denials without repetition, texts without control characters, names of
 * loggers. May use the vocabulary. Must not hold a secret.
 */
package io.github.pulsarusercenter.log;
