/**
 * Lines for operators: denials without repetition, texts without control characters, names of
 * loggers. It may use the vocabulary. It must not hold a secret.
 */
package io.github.pulsarusercenter.log;
