/** Client code that works when pasted: with real addresses, and with the token if there is one. */
interface Address {
  /** pulsar://… */
  service: string;
  /** http://… */
  admin: string;
  /** Its full name. */
  topic: string;
}

export interface Snippet {
  key: string;
  label: string;
  text: (address: Address, token: string) => string;
}

const TOPIC = /^(non-)?persistent:\/\/([-\w=:.]+\/){2}[-\w=:.]+$/;

/** A topic that a link names, if it is a plain name and no code: the snippet is there to be pasted. */
export function plainTopic(topic: string | null): string {
  return topic !== null && TOPIC.test(topic) ? topic : "persistent://<tenant>/<namespace>/<topic>";
}

export const snippets: Snippet[] = [
  { key: "python", label: "Python", text: python },
  { key: "java", label: "Java", text: java },
  { key: "admin", label: "pulsar-admin", text: pulsarAdmin },
];

function python({ service, topic }: Address, token: string): string {
  return `import pulsar

client = pulsar.Client(
    "${service}",
    authentication=pulsar.AuthenticationToken("${token}"),
)
producer = client.create_producer("${topic}")
producer.send(b"hello")
client.close()
`;
}

function java({ service, topic }: Address, token: string): string {
  return `try (PulsarClient client = PulsarClient.builder()
        .serviceUrl("${service}")
        .authentication(AuthenticationFactory.token("${token}"))
        .build();
     Producer<String> producer = client.newProducer(Schema.STRING)
        .topic("${topic}")
        .create()) {
    producer.send("hello");
}
`;
}

function pulsarAdmin({ admin, topic }: Address, token: string): string {
  return `bin/pulsar-admin --admin-url ${admin} \\
  --auth-plugin org.apache.pulsar.client.impl.auth.AuthenticationToken \\
  --auth-params token:${token} \\
  topics list ${topic.split("/").slice(2, 4).join("/")}
`;
}
