/**
 * May this principal do this here? The twin of app/access/decision.py; both read the same cases. It
 * may use rights and vocabulary. It must not know a network, a file or a clock: the time is given
 * to it.
 */
package io.github.pulsarusercenter.decision;
