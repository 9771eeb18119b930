import { Flex, Typography } from "antd";
import { typeWord } from "../../api/types";
import { AuthorityTag } from "../../components/rights/AuthorityText";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";
import { ENTITY_FIELDS, EntityName } from "./EntityName";

/** Fields that hold epoch milliseconds. */
const TIME = /(_time|_until|_from)$|^(expires|until|due|looked_at|since)$/;
const YES_OR_NO = new Set(["deleting", "must_change", "announced"]);

/** The value of a field, readable for people: times, names and words instead of numbers. */
export function Fact({ field, value }: { field: string; value: unknown }) {
  const texts = useTexts();
  if (value === undefined || value === null || value === "") {
    return <Typography.Text type="secondary">—</Typography.Text>;
  }
  if (TIME.test(field) && typeof value === "number") return <Moment at={value} />;
  if (field === "authorities" && !isObject(value)) return <Authorities value={value} />;
  const entityKind = ENTITY_FIELDS[field];
  if (entityKind && typeof value === "number") return <EntityName kind={entityKind} id={value} />;
  if (typeof value === "boolean") return <span>{value ? texts.general.yes : texts.general.no}</span>;
  if (Array.isArray(value)) return <ValueList field={field} values={value} />;
  const word = wordFor(texts, field, value);
  if (word !== undefined) return <span>{word}</span>;
  if (isObject(value)) return <pre className="facts">{JSON.stringify(value, null, 2)}</pre>;
  return <span className="mono">{String(value)}</span>;
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A list of ids, or the ids in one text with commas. */
function Authorities({ value }: { value: unknown }) {
  const ids = (Array.isArray(value) ? value : String(value).split(",")).map(Number);
  return (
    <Flex gap={4} wrap>
      {ids.map((id) => (
        <AuthorityTag key={id} id={id} text={String(id)} />
      ))}
    </Flex>
  );
}

/** A list: one value a line. */
function ValueList({ field, values }: { field: string; values: unknown[] }) {
  return (
    <Flex vertical>
      {values.map((value) => (
        <Fact key={JSON.stringify(value)} field={field} value={value} />
      ))}
    </Flex>
  );
}

function wordFor(
  { findings, general, identity, requests, resources }: Texts,
  field: string,
  value: unknown,
): string | undefined {
  if (YES_OR_NO.has(field)) return value ? general.yes : general.no;
  switch (field) {
    case "is_valid":
      return value === 1 ? resources.valid : resources.invalid;
    case "res_type":
      return general.types[typeWord(Number(value)) ?? "root"];
    case "kind":
      return (identity.kinds as Record<string, string>)[String(value)];
    case "status":
      return (identity.statuses as Record<string, string>)[String(value)];
    case "state":
      return (
        requests.states[String(value)] ??
        requests.registrationStates[String(value)] ??
        findings.states[String(value)] ??
        findings.partStates[String(value)]
      );
    case "domain":
      return (resources.domains as Record<string, string>)[String(value)];
    default:
      return undefined;
  }
}
