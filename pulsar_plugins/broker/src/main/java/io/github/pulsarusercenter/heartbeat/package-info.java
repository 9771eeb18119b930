/**
 * The broker's reports to the center: the enforced revision, lost events, live connections. May use
 * the rights in force, open connections and the client. Must not change rights; it may say which
 * revision they must have reached.
 */
package io.github.pulsarusercenter.heartbeat;
