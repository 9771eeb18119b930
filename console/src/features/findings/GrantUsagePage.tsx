import { useQuery } from "@tanstack/react-query";
import { Descriptions, Tag } from "antd";
import { useParams } from "react-router";
import type { GrantUsage } from "../../api/types";
import { Page } from "../../components/page/Page";
import { QueryView } from "../../components/states/QueryView";
import { Moment } from "../../components/values/Moment";
import { useLanguage, useTexts } from "../../texts/language";
import { percent, usageQuery } from "./findings";
import { Run } from "./Run";
import { Uses } from "./Uses";

/** What the audit knows of one grant, for everybody who may see the grant. */
export default function GrantUsagePage() {
  const { findings } = useTexts();
  const id = Number(useParams().id);
  return (
    <QueryView query={useQuery(usageQuery(id))} page>
      {(usage) => (
        <Page title={findings.useOfGrant(id)} hint={<Run hint={findings.useOfGrantHint} />}>
          <Facts usage={usage} />
          <Uses uses={usage.days} />
        </Page>
      )}
    </QueryView>
  );
}

function Facts({ usage }: { usage: GrantUsage }) {
  const { finding, coverage_percent: coverage, watched_days: watched, watched_since: since } = usage;
  const { access, findings, tokens } = useTexts();
  const { language } = useLanguage();
  if (finding === null || coverage === null) return <p>{findings.noStatus}</p>;
  const { status, covering, sole, last } = finding;
  const items = [
    { key: "status", label: findings.state, children: <Tag>{access.usages[status] ?? status}</Tag> },
    { key: "uses", label: access.usage, children: access.soleOf(sole, covering) },
    { key: "last", label: tokens.lastUsed, children: <Moment at={last} fallback="–" /> },
    { key: "coverage", label: findings.coverage, children: percent(coverage / 100, language) },
    ...(watched === null
      ? []
      : [{ key: "watched", label: findings.watched, children: findings.watchedSince(watched, since) }]),
    ...(usage.why === null
      ? []
      : [{ key: "why", label: findings.unproven, children: findings.noProof[usage.why] ?? usage.why }]),
  ];
  return <Descriptions size="small" bordered column={{ xs: 1, md: 2 }} items={items} />;
}
