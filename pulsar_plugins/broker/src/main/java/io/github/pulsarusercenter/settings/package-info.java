/**
 * The checked settings of broker.conf, and the kind of service that reads them. May read files that
 * settings name. Must not start anything.
 */
package io.github.pulsarusercenter.settings;
