/** Written by knownHoles.mjs from app/brokers/known_holes.json: `npm run generate`. */
export const KNOWN_HOLES: Record<string, string> = {
  "CVE-2026-105926": "Over the binary protocol, whoever signs in reads the schemas of every topic and adds some, which can keep its own clients out.",
  "CVE-2026-105930": "Who may make functions, sources or sinks in one namespace gets the content of packages of every other tenant, by naming the package as their code (where enablePackagesManagement is on).",
  "CVE-2026-105931": "Over HTTP, whoever signs in reads of every tenant's transactions: their topics, subscriptions, owners and statistics.",
  "CVE-2026-105932": "Who may only write or read a non-persistent topic also reads, changes and removes its entry filters.",
  "CVE-2026-105935": "Who may trigger a function writes to its input topic without the right to write there.",
  "CVE-2026-105936": "Whoever signs in reads the list of installed connectors.",
  "CVE-2026-105938": "Rules about subscriptions do not hold when backlogs are cleared or subscriptions removed for a whole namespace, or messages expire for all subscriptions of a topic.",
  "CVE-2026-105945": "Who may use packages in one namespace reads, replaces and deletes those of every tenant (where packages lie in files of the broker).",
  "CVE-2025-30677": "The connectors for Kafka write the credentials of their configuration into the log.",
  "apache/pulsar#26644": "Whoever signs in has markers of its transactions written into any topic, though no messages.",
  "shadow-topic-source": "Who may make topics makes one that shows all messages of any other topic (a shadow topic)."
};
export const KNOWN_HOLES_EDITED = "2026-11-30";
