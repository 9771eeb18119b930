import { useQuery } from "@tanstack/react-query";
import { Button, Flex, InputNumber, Typography } from "antd";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { useSession } from "../../api/session";
import { Moment } from "../../components/values/Moment";
import { mayAdminister } from "../../permissions";
import { useTexts } from "../../texts/language";

interface RevisionFieldProps {
  id?: string;
  value?: number | null;
  onChange?: (revision: number | null) => void;
}

/** How many entries are shown. */
const ENTRIES_SHOWN = 10;

/** A past revision, with the changes around it for those who may see the trail. */
export function RevisionField({ id, value, onChange }: RevisionFieldProps) {
  const { explain } = useTexts();
  const mayReadTrail = mayAdminister(useSession());
  return (
    <Flex vertical gap={8}>
      <InputNumber
        id={id}
        min={1}
        precision={0}
        value={value}
        onChange={(revision) => onChange?.(revision)}
        placeholder={explain.now}
        style={{ width: "100%" }}
      />
      {mayReadTrail && <RevisionsAround revision={value ?? null} onSelect={(revision) => onChange?.(revision)} />}
    </Flex>
  );
}

function RevisionsAround({ revision, onSelect }: { revision: number | null; onSelect: (revision: number) => void }) {
  const { auditLog, explain } = useTexts();
  const query =
    revision === null
      ? { limit: ENTRIES_SHOWN, sort: "-id" as const }
      : { limit: ENTRIES_SHOWN, after: Math.max(0, revision - 2) };
  const entries = useQuery({
    queryKey: ["trail", "around", query],
    queryFn: () => answer(client.GET("/api/v1/trail", { params: { query } })),
  });
  const items = (entries.data?.items ?? []).toSorted((a, b) => b.id - a.id);
  if (items.length === 0) return null;
  return (
    <div>
      <Typography.Text type="secondary">{explain.around}</Typography.Text>
      <Flex component="ul" vertical style={{ margin: 0, padding: 0, listStyle: "none" }}>
        {items.map((entry) => (
          <li key={entry.id}>
            <Button
              type={entry.revision === revision ? "primary" : "text"}
              size="small"
              onClick={() => onSelect(entry.revision)}
              style={{ height: "auto", whiteSpace: "normal", textAlign: "start" }}
            >
              {/* One child, because a button lays out several as columns. */}
              <span>
                {entry.revision} · {auditLog.verbs[entry.action.slice(entry.action.indexOf(".") + 1)] ?? entry.action}{" "}
                {auditLog.entities[entry.entity] ?? entry.entity} {entry.key} · <Moment at={entry.time} />
              </span>
            </Button>
          </li>
        ))}
      </Flex>
    </div>
  );
}
