import { SNIPPETS } from "./snippets.gen";

/** What the pieces of docs/clients.md name in capitals. */
export type Values = Record<
  "BROKER" | "ADMIN" | "CENTER" | "TOPIC" | "CLIENT_ID" | "SECRET" | "TOKEN" | "KEY_FILE" | "TOKEN_FILE",
  string
>;
export type Language = keyof typeof SNIPPETS;
export const WAYS = ["oauth2", "basic", "token"] as const;
export type Way = (typeof WAYS)[number];

interface Pieces {
  isTried: boolean;
  pieces: Partial<Record<Way | "send", string>>;
}

const ALL: Record<Language, Pieces> = SNIPPETS;
export const LANGUAGES = Object.keys(SNIPPETS) as Language[];
export const LABELS: Record<Language, string> = {
  python: "Python",
  java: "Java",
  go: "Go",
  js: "Node.js",
  cpp: "C++",
  sh: "pulsar-admin",
  properties: "Kafka",
};
const TOPIC = /^(non-)?persistent:\/\/([-\w=:.]+\/){2}[-\w=:.]+$/;
/** A name in capitals in code: in the middle of a text, at its end, or alone. */
const IN_CODE = /" \+ ([A-Z_]+) \+ "|" \+ ([A-Z_]+)\b|"?\b([A-Z_]+)\b"?/g;
const IN_TEXT = /\b([A-Z_]+)\b/g;
/** What stands before the first piece of a language. */
const BEFORE: Partial<Record<Language, string>> = {
  python: "import pulsar\n\n",
  js: 'const Pulsar = require("pulsar-client");\n\n',
  cpp: "#include <pulsar/Client.h>\n\n",
};

/** A topic that a link names, if it is a plain name and no code: the snippet is there to be pasted. */
export function plainTopic(topic: string | null | undefined): string {
  return topic && TOPIC.test(topic) ? topic : "persistent://<tenant>/<namespace>/<topic>";
}

/** The ways to sign in that are written down for a language. */
export const waysOf = (language: Language) => WAYS.filter((way) => ALL[language].pieces[way] !== undefined);

export const isTried = (language: Language) => ALL[language].isTried;

/** A client's code with these values, and the files that it reads: path → content. */
export function snippet(language: Language, way: Way, values: Values) {
  const { pieces } = ALL[language];
  const code = `${pieces[way] ?? ""}${pieces.send ?? ""}`;
  const template = `${code.includes("json.") ? "import json\n" : ""}${BEFORE[language] ?? ""}${code}`;
  const key = { type: "client_credentials", client_id: values.CLIENT_ID, client_secret: values.SECRET };
  const contents: Partial<Record<keyof Values, string>> = {
    KEY_FILE: JSON.stringify({ ...key, issuer_url: values.CENTER }, null, 2),
    TOKEN_FILE: values.TOKEN,
  };
  const files = (["KEY_FILE", "TOKEN_FILE"] as const).filter((name) => template.includes(name));
  return {
    code: filled(template, values, language === "sh" || language === "properties"),
    files: files.map((name) => ({ path: values[name], content: contents[name] ?? "" })),
  };
}

function filled(template: string, values: Values, isText: boolean): string {
  const value = (name: string | undefined) => values[name as keyof Values];
  if (isText) return template.replace(IN_TEXT, (word) => value(word) ?? word);
  return template.replace(IN_CODE, (match, between, last, alone) => {
    const found = value(between ?? last ?? alone);
    if (found === undefined) return match;
    const quoted = JSON.stringify(found);
    if (between) return quoted.slice(1, -1);
    return last ? quoted.slice(1) : quoted;
  });
}
