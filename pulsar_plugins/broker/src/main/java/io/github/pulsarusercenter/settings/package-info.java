/**
 * Settings of broker.conf, checked, and what kind of process reads them. It may read files that
 * settings name. It must not start anything.
 */
package io.github.pulsarusercenter.settings;
