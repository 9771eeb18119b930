/**
 * Tenants that were changed through Pulsar's own administration: their administrators become
 * grants. It may ask the center and read requests of either servlet API. It must not decide who may
 * change a tenant.
 */
package io.github.pulsarusercenter.tenants;
