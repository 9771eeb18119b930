import { useQuery } from "@tanstack/react-query";
import { Flex, Typography } from "antd";
import { groupsQuery } from "../../api/shared";
import { typeWord } from "../../api/types";
import { AuthorityTag } from "../../components/AuthorityText";
import { Moment } from "../../components/Moment";
import { useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";

/** Fields that hold epoch milliseconds. */
const TIME = /(_time|_until|_from)$|^expires$|^wished_until$/;
const YES_OR_NO = new Set(["deleting", "must_change", "announced"]);

/** The value of a field of an entry, as people read it: times, names and words instead of numbers. */
export function Fact({ field, value }: { field: string; value: unknown }) {
  const texts = useTexts();
  if (value === undefined || value === null || value === "") {
    return <Typography.Text type="secondary">—</Typography.Text>;
  }
  if (TIME.test(field) && typeof value === "number") return <Moment at={value} />;
  if (field === "authorities") return <Authorities value={value} />;
  if (field === "service_group") return <Group id={Number(value)} />;
  const word = wordFor(texts, field, value);
  if (word !== undefined) return <span>{word}</span>;
  return <span className="mono">{typeof value === "string" ? value : JSON.stringify(value)}</span>;
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

function Group({ id }: { id: number }) {
  const { data } = useQuery(groupsQuery);
  return <span>{data?.items.find((each) => each.id === id)?.name ?? id}</span>;
}

function wordFor({ general, identity, requests, resources }: Texts, field: string, value: unknown): string | undefined {
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
      return requests.states[String(value)] ?? requests.registrationStates[String(value)];
    default:
      return undefined;
  }
}
