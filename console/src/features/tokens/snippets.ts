/** Client code that works when pasted: with real addresses, and with the token if there is one. */
interface Address {
  /** pulsar://… */
  service: string;
  /** http://… */
  admin: string;
}

export interface Snippet {
  key: string;
  label: string;
  text: (address: Address, token: string) => string;
}

export const snippets: Snippet[] = [
  { key: "python", label: "Python", text: python },
  { key: "java", label: "Java", text: java },
  { key: "admin", label: "pulsar-admin", text: pulsarAdmin },
];

function python({ service }: Address, token: string): string {
  return `import pulsar

client = pulsar.Client(
    "${service}",
    authentication=pulsar.AuthenticationToken("${token}"),
)
producer = client.create_producer("persistent://<tenant>/<namespace>/<topic>")
producer.send(b"hello")
client.close()
`;
}

function java({ service }: Address, token: string): string {
  return `try (PulsarClient client = PulsarClient.builder()
        .serviceUrl("${service}")
        .authentication(AuthenticationFactory.token("${token}"))
        .build();
     Producer<String> producer = client.newProducer(Schema.STRING)
        .topic("persistent://<tenant>/<namespace>/<topic>")
        .create()) {
    producer.send("hello");
}
`;
}

function pulsarAdmin({ admin }: Address, token: string): string {
  return `bin/pulsar-admin --admin-url ${admin} \\
  --auth-plugin org.apache.pulsar.client.impl.auth.AuthenticationToken \\
  --auth-params token:${token} \\
  topics list <tenant>/<namespace>
`;
}
