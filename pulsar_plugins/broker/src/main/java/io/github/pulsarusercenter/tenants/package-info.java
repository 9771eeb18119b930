/**
 * Tenants that are changed through Pulsar's own admin API: the named administrators become grants.
 * May ask the center, read requests of either servlet API, and refuse what an answer denies. Must
 * not decide who may change a tenant.
 */
package io.github.pulsarusercenter.tenants;
