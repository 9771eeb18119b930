/**
 * The dictionary of rights, questions and reasons, and names of resources, from operations.json. It
 * may use nothing of ours. It must not know users or rights of anybody.
 */
package io.github.pulsarusercenter.vocabulary;
