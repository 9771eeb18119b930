/** Written by snippets.mjs from docs/clients.md: `npm run generate`. */
export const SNIPPETS = {
  "python": {
    "isTried": true,
    "pieces": {
      "token": "client = pulsar.Client(BROKER, authentication=pulsar.AuthenticationToken(TOKEN))\n",
      "basic": "client = pulsar.Client(BROKER, authentication=pulsar.AuthenticationBasic(CLIENT_ID, SECRET))\n",
      "oauth2": "parameters = {\n    \"type\": \"client_credentials\",\n    \"issuer_url\": CENTER,\n    \"client_id\": CLIENT_ID,\n    \"client_secret\": SECRET,\n    \"audience\": \"pulsar\",\n}\nclient = pulsar.Client(BROKER, authentication=pulsar.AuthenticationOauth2(json.dumps(parameters)))\n",
      "send": "producer = client.create_producer(TOPIC)\nproducer.send(b\"hello\")\nclient.close()\n"
    }
  },
  "java": {
    "isTried": true,
    "pieces": {
      "token": "PulsarClient client =\n    PulsarClient.builder()\n        .serviceUrl(BROKER)\n        .authentication(AuthenticationFactory.token(TOKEN))\n        .build();\n",
      "basic": "PulsarClient client =\n    PulsarClient.builder()\n        .serviceUrl(BROKER)\n        .authentication(\n            \"org.apache.pulsar.client.impl.auth.AuthenticationBasic\",\n            \"{\\\"userId\\\":\\\"\" + CLIENT_ID + \"\\\",\\\"password\\\":\\\"\" + SECRET + \"\\\"}\")\n        .build();\n",
      "oauth2": "PulsarClient client =\n    PulsarClient.builder()\n        .serviceUrl(BROKER)\n        .authentication(\n            AuthenticationFactoryOAuth2.clientCredentials(\n                new URL(CENTER), new URL(\"file://\" + KEY_FILE), \"pulsar\"))\n        .build();\n",
      "send": "Producer<byte[]> producer = client.newProducer().topic(TOPIC).create();\nproducer.send(\"hello\".getBytes());\nclient.close();\n"
    }
  },
  "go": {
    "isTried": true,
    "pieces": {
      "token": "client, err := pulsar.NewClient(pulsar.ClientOptions{\n\tURL:            BROKER,\n\tAuthentication: pulsar.NewAuthenticationToken(TOKEN),\n})\n",
      "oauth2": "client, err := pulsar.NewClient(pulsar.ClientOptions{\n\tURL: BROKER,\n\tAuthentication: pulsar.NewAuthenticationOAuth2(map[string]string{\n\t\t\"type\":       \"client_credentials\",\n\t\t\"issuerUrl\":  CENTER,\n\t\t\"clientId\":   CLIENT_ID,\n\t\t\"audience\":   \"pulsar\",\n\t\t\"privateKey\": \"file://\" + KEY_FILE, // JSON with type, client_id, client_secret and issuer_url\n\t}),\n})\n",
      "basic": "basic, err := pulsar.NewAuthenticationBasic(CLIENT_ID, SECRET)\nif err != nil {\n\tlog.Fatal(err)\n}\nclient, err := pulsar.NewClient(pulsar.ClientOptions{URL: BROKER, Authentication: basic})\n",
      "send": "if err != nil {\n\tlog.Fatal(err)\n}\ndefer client.Close()\nproducer, err := client.CreateProducer(pulsar.ProducerOptions{Topic: TOPIC})\nif err != nil {\n\tlog.Fatal(err)\n}\n_, err = producer.Send(context.Background(), &pulsar.ProducerMessage{Payload: []byte(\"hello\")})\n"
    }
  },
  "js": {
    "isTried": false,
    "pieces": {
      "oauth2": "const client = new Pulsar.Client({\n  serviceUrl: BROKER,\n  authentication: new Pulsar.AuthenticationOauth2({\n    type: \"client_credentials\",\n    issuer_url: CENTER,\n    client_id: CLIENT_ID,\n    client_secret: SECRET,\n    audience: \"pulsar\",\n  }),\n});\n",
      "token": "const client = new Pulsar.Client({\n  serviceUrl: BROKER,\n  authentication: new Pulsar.AuthenticationToken({ token: TOKEN }),\n});\n",
      "send": "const producer = await client.createProducer({ topic: TOPIC });\nawait producer.send({ data: Buffer.from(\"hello\") });\nawait client.close();\n"
    }
  },
  "cpp": {
    "isTried": false,
    "pieces": {
      "oauth2": "std::string parameters = R\"({\n  \"type\": \"client_credentials\",\n  \"issuer_url\": \"CENTER\",\n  \"client_id\": \"CLIENT_ID\",\n  \"client_secret\": \"SECRET\",\n  \"audience\": \"pulsar\"\n})\";\npulsar::ClientConfiguration configuration;\nconfiguration.setAuth(pulsar::AuthOauth2::create(parameters));\npulsar::Client client(BROKER, configuration);\n",
      "token": "pulsar::ClientConfiguration configuration;\nconfiguration.setAuth(pulsar::AuthToken::createWithToken(TOKEN));\npulsar::Client client(BROKER, configuration);\n",
      "send": "pulsar::Producer producer;\nif (client.createProducer(TOPIC, producer) == pulsar::ResultOk) {\n  producer.send(pulsar::MessageBuilder().setContent(\"hello\").build());\n}\nclient.close();\n"
    }
  },
  "sh": {
    "isTried": true,
    "pieces": {
      "oauth2": "bin/pulsar-admin --admin-url ADMIN \\\n  --auth-plugin org.apache.pulsar.client.impl.auth.oauth2.AuthenticationOAuth2 \\\n  --auth-params '{\"issuerUrl\":\"CENTER\",\"privateKey\":\"file://KEY_FILE\",\"audience\":\"pulsar\"}' \\\n  topics stats TOPIC\n",
      "token": "bin/pulsar-admin --admin-url ADMIN \\\n  --auth-plugin org.apache.pulsar.client.impl.auth.AuthenticationToken \\\n  --auth-params file://TOKEN_FILE \\\n  topics stats TOPIC\n"
    }
  },
  "properties": {
    "isTried": false,
    "pieces": {
      "oauth2": "security.protocol=SASL_SSL\nsasl.mechanism=OAUTHBEARER\nsasl.jaas.config=org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required;\nsasl.login.callback.handler.class=org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginCallbackHandler\nsasl.oauthbearer.token.endpoint.url=CENTER/oauth2/token\nsasl.oauthbearer.client.credentials.client.id=CLIENT_ID\nsasl.oauthbearer.client.credentials.client.secret=SECRET\n"
    }
  }
} as const;
