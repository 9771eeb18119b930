import { Button, Flex, type TableColumnsType, Typography } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import type { Decision } from "../../api/types";
import { DataTable } from "../../components/lists/DataTable";
import { AuthorityTag } from "../../components/rights/AuthorityText";
import { shortTime } from "../../components/values/Moment";
import { useLanguage, useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";

type Remedy = Decision["missing"][number];

/** How many remedies are shown, the narrowest first; wider ones are similar. */
const REMEDIES_SHOWN = 4;
const NO_WRAP = { whiteSpace: "nowrap" } as const;

/** What would allow it, who could give it, and a link to do so. */
export function Remedies({ decision }: { decision: Decision }) {
  const { explain } = useTexts();
  const texts = useTexts();
  const [showAll, setShowAll] = useState(false);
  const rows = showAll ? decision.missing : decision.missing.slice(0, REMEDIES_SHOWN);
  return (
    <section>
      <Typography.Title level={3} style={{ marginBlockEnd: 0 }}>
        {explain.missing}
      </Typography.Title>
      <Typography.Paragraph type="secondary">{explain.missingHint}</Typography.Paragraph>
      <DataTable<Remedy>
        size="small"
        pagination={false}
        rowKey={(remedy) => `${remedy.authority} ${remedy.resource}`}
        columns={columns(texts).filter(({ key }) => key !== "who" || decision.main_account !== null)}
        dataSource={rows}
      />
      {decision.missing.length > REMEDIES_SHOWN && (
        <Button
          type="link"
          aria-expanded={showAll}
          onClick={() => setShowAll(!showAll)}
          style={{ padding: 0, marginBlockStart: 8 }}
        >
          {showAll ? explain.fewer : explain.allMissing(decision.missing.length)}
        </Button>
      )}
    </section>
  );
}

function columns({ explain, general }: Texts): TableColumnsType<Remedy> {
  return [
    {
      title: explain.authority,
      key: "authority",
      render: (_, remedy) => <AuthorityTag id={remedy.authority} text={remedy.text} />,
    },
    {
      title: explain.where,
      key: "where",
      render: (_, remedy) =>
        remedy.resource_type === "root" ? general.types.root : <span className="mono">{remedy.resource}</span>,
    },
    { title: explain.who, key: "who", render: (_, remedy) => remedy.principals.join(", ") },
    { title: explain.couldGive, key: "could", render: (_, remedy) => <CouldGive remedy={remedy} /> },
    { key: "go", render: (_, remedy) => <RemedyLink remedy={remedy} /> },
  ];
}

function CouldGive({ remedy: { could_give: givers } }: { remedy: Remedy }) {
  const { explain } = useTexts();
  const { language } = useLanguage();
  if (givers.total === null) return <Typography.Text type="secondary">{explain.hidden}</Typography.Text>;
  if (givers.total === 0) return <Typography.Text type="secondary">{explain.nobody}</Typography.Text>;
  const moreCount = givers.total - givers.names.length;
  const giverText = (name: string, end?: number) =>
    end === undefined ? name : `${name} (… – ${shortTime(end, language)})`;
  return (
    <Flex vertical style={{ overflowWrap: "anywhere" }}>
      <span>{givers.names.map((name) => giverText(name, givers.valid_until[name])).join(", ")}</span>
      {moreCount > 0 && <Typography.Text type="secondary">{explain.andMore(moreCount)}</Typography.Text>}
    </Flex>
  );
}

/** A link: to the resource if the reader could give it, else to the form that asks for it. */
function RemedyLink({ remedy }: { remedy: Remedy }) {
  const { explain } = useTexts();
  const { resource_type: type, resource_id: id } = remedy;
  if (type === "root") return null;
  if (remedy.could_give.you && id !== null)
    return (
      <Link to={`/resources/${type}/${id}`} style={NO_WRAP}>
        {explain.giveIt}
      </Link>
    );
  const query = new URLSearchParams({ type, resource: remedy.resource, authority: String(remedy.authority) });
  return (
    <Link to={`/requests/new?${query}`} style={NO_WRAP}>
      {explain.askForIt}
    </Link>
  );
}
