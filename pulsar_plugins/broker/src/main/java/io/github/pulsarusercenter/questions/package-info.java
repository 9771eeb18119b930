/**
 * Turns Pulsar's calls about topics, namespaces, tenants and brokers into questions of
 * operations.json on a resource. May read a request's path and credential, and pass permission
 * calls on. Must not decide anything.
 */
package io.github.pulsarusercenter.questions;
