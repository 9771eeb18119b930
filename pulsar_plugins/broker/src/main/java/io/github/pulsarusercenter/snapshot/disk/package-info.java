/**
 * Sealed rights on disk, with which a broker can restart without the center. May use the rights in
 * force and the file system. Must not trust a file that is not sealed with the cluster's
 * credential.
 */
package io.github.pulsarusercenter.snapshot.disk;
