/**
 * Calls of Pulsar's own admin API that the plugin handles before the broker's filters.
 * Administrators of a tenant become grants, answers about a tenant or namespace say what the center
 * holds, the mode of subscriptions goes to the center, and the source of a shadow topic needs a
 * right. May ask the center, read requests of either servlet API, and refuse what an answer denies.
 * Must not decide who may change something.
 */
package io.github.pulsarusercenter.adminapi;
