/**
 * Tenants that are changed through Pulsar's own admin API: the named administrators become grants.
 * May ask the center and read requests of either servlet API. Must not decide who may change a
 * tenant.
 */
package io.github.pulsarusercenter.tenants;
