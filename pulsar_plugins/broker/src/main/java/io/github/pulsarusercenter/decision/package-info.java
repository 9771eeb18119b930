/**
 * May this principal do this here? The twin of app/access/decision.py; both read the same cases.
 * May use rights and vocabulary. Must not use a network, a file or a clock: the time is a
 * parameter.
 */
package io.github.pulsarusercenter.decision;
