/**
 * Calls of Pulsar's own admin API that are taken over before the broker's filters: the
 * administrators that a call names for a tenant become grants, the mode of subscriptions goes to
 * the center, and the source that a call names for a shadow topic is asked about. May ask the
 * center, read requests of either servlet API, and refuse what an answer denies. Must not decide
 * who may change something.
 */
package io.github.pulsarusercenter.adminapi;
