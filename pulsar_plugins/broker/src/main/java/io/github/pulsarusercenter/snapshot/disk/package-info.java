/**
 * Rights on disk, sealed: a broker that restarts without the center goes on with them. It may use
 * the rights in force and the file system. It must not believe a file that the cluster's credential
 * did not seal.
 */
package io.github.pulsarusercenter.snapshot.disk;
