import { useQuery } from "@tanstack/react-query";
import { type TableColumnsType, Tabs, Tag } from "antd";
import { Link, useSearchParams } from "react-router";
import type { Remediation } from "../../api/types";
import { ListFilter } from "../../components/lists/ListFilter";
import { ServerTable } from "../../components/lists/ServerTable";
import { useListAddress } from "../../components/lists/useListAddress";
import { Page } from "../../components/page/Page";
import { EmptyState } from "../../components/states/EmptyState";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";
import { resultsQuery } from "./findings";
import { OptOuts } from "./OptOuts";
import { listRemediations, stateColors } from "./remediations";

/** The remediations, newest first, and the opt-outs. */
export default function RemediationsPage() {
  const { findings } = useTexts();
  const [params, setParams] = useSearchParams();
  const items = [
    { key: "remediations", label: findings.nav.remediations, children: <Remediations /> },
    { key: "opt-outs", label: findings.optOuts, children: <OptOuts /> },
  ];
  return (
    <Page title={findings.nav.remediations} hint={findings.remediationsHint}>
      <Tabs
        items={items}
        activeKey={params.get("tab") ?? "remediations"}
        onChange={(tab) => setParams({ tab })}
        destroyOnHidden
      />
    </Page>
  );
}

function Remediations() {
  const texts = useTexts();
  const { findings } = texts;
  const { get, set } = useListAddress();
  const state = get("state", Object.keys(findings.states));
  const mayAnnounce = (useQuery(resultsQuery).data?.suggestions_to_follow ?? 0) > 0;
  return (
    <ServerTable<Remediation>
      queryKey={["remediations", "list", state]}
      load={listRemediations(state)}
      columns={columns(texts)}
      rowKey={(remediation) => remediation.id}
      filters={
        <ListFilter
          label={findings.state}
          placeholder={findings.anyState}
          width={220}
          value={state}
          options={Object.entries(findings.states).map(([value, label]) => ({ value, label }))}
          change={(newState) => set({ state: newState })}
        />
      }
      empty={
        <EmptyState
          title={findings.noRemediations}
          hint={mayAnnounce ? findings.noRemediationsHint : findings.noRemediationsOthers}
        />
      }
    />
  );
}

function columns({ findings }: Texts): TableColumnsType<Remediation> {
  return [
    {
      title: findings.nav.remediations,
      key: "id",
      render: (_, { id }) => <Link to={`/remediations/${id}`}>{findings.title(id)}</Link>,
    },
    {
      title: findings.state,
      key: "state",
      render: (_, { state }) => <Tag color={stateColors[state]}>{findings.states[state] ?? state}</Tag>,
    },
    { title: findings.reason, key: "reason", render: (_, { reason }) => reason },
    { title: findings.plannedBy, key: "by", render: (_, { planned_by }) => <span className="mono">{planned_by}</span> },
    { title: findings.due, key: "due", render: (_, { due }) => <Moment at={due} fallback="–" /> },
    {
      title: findings.ended,
      key: "ended",
      render: (_, remediation) => <Moment at={remediation.ended_time} fallback="–" />,
    },
  ];
}
