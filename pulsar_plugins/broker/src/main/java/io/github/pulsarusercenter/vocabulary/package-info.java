/**
 * Rights, questions and reasons from operations.json, and names of resources. May use no other
 * package of ours. Must not know users or their rights.
 */
package io.github.pulsarusercenter.vocabulary;
