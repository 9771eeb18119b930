/** The broker plugin of Pulsar User Center: authentication, authorization, events, revocation. */
package io.github.pulsarusercenter;
