/**
 * What Pulsar asks about topics, namespaces, tenants and brokers, as questions of the dictionary on
 * a resource. It may read a request's path and what a client signed in with. It must not decide
 * anything.
 */
package io.github.pulsarusercenter.questions;
