import { useQuery } from "@tanstack/react-query";
import { Button, Flex, type TableColumnsType } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import type { Suggestion } from "../../api/types";
import { ListFilter } from "../../components/lists/ListFilter";
import { ServerTable } from "../../components/lists/ServerTable";
import { useListAddress } from "../../components/lists/useListAddress";
import { Page } from "../../components/page/Page";
import { EmptyState } from "../../components/states/EmptyState";
import { type Language, useLanguage, useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";
import { listSuggestions, percent, resultsQuery, type SuggestionSort } from "./findings";
import { NoRun } from "./NoRun";
import { Parts } from "./Parts";
import { PlanDialog } from "./PlanDialog";
import { Run } from "./Run";
import { suggestionReason } from "./reasons";

const KINDS: Suggestion["kind"][] = ["remove_unused", "remove_redundant", "narrow"];

/** The suggestions, those that remove most unused rights first. Several can be announced together. */
export default function SuggestionsPage() {
  const texts = useTexts();
  const { findings, general } = texts;
  const { language } = useLanguage();
  const { get, set } = useListAddress();
  const kind = get("kind", KINDS);
  const [selected, setSelected] = useState<Suggestion[]>([]);
  const [planning, setPlanning] = useState(false);
  const results = useQuery(resultsQuery).data;
  const run = results?.run;
  const mayAnnounce = (results?.suggestions_to_follow ?? 0) > 0;
  const announce = mayAnnounce && (
    <Button type="primary" disabled={selected.length === 0} onClick={() => setPlanning(true)}>
      {selected.length === 0 ? findings.chooseSome : findings.chosen(selected.length)}
    </Button>
  );
  return (
    <Page title={findings.nav.suggestions} hint={<Run hint={findings.suggestionsHint} />} actions={announce}>
      <ServerTable<Suggestion, SuggestionSort>
        queryKey={["audit", "suggestions", kind]}
        load={listSuggestions(kind)}
        columns={columns(texts, language)}
        rowKey={(suggestion) => suggestion.id}
        search={general.search}
        select={
          mayAnnounce ? { selected, onSelect: setSelected, may: (suggestion) => suggestion.may_change } : undefined
        }
        filters={
          <ListFilter
            label={findings.kind}
            placeholder={findings.anyKind}
            width={200}
            value={kind}
            options={KINDS.map((value) => ({ value, label: findings.kinds[value] }))}
            change={(chosenKind) => set({ kind: chosenKind })}
          />
        }
        faded={(suggestion) => suggestion.remediation_id !== null || suggestion.opted_out_until !== null}
        empty={
          run === null ? <NoRun /> : <EmptyState title={findings.noSuggestions} hint={findings.noSuggestionsHint} />
        }
      />
      {planning && <PlanDialog suggestions={selected} close={() => setPlanning(false)} />}
    </Page>
  );
}

function columns(texts: Texts, language: Language): TableColumnsType<Suggestion> {
  const { findings } = texts;
  return [
    {
      title: findings.role,
      key: "role_name",
      sorter: true,
      render: (_, { id, role_name, kind }) => (
        <Flex vertical>
          <Link to={`/suggestions/${id}`} className="mono">
            {role_name}
          </Link>
          <span>{findings.kinds[kind] ?? kind}</span>
        </Flex>
      ),
    },
    { title: findings.whatGoes, key: "gone", render: (_, suggestion) => <Parts suggestion={suggestion} /> },
    {
      title: findings.leaves,
      key: "saved",
      sorter: true,
      render: (_, suggestion) =>
        findings.fromTo(String(suggestion.leaves_before ?? "–"), String(suggestion.leaves_after ?? "–")),
    },
    {
      title: findings.backtest,
      key: "backtest",
      render: (_, { worst_share: worst }) => {
        if (worst === null) return "–";
        return worst === 0 ? findings.neverDenied : findings.worst(percent(worst, language));
      },
    },
    {
      title: findings.why,
      key: "why",
      render: (_, { why, remediation_id, opted_out_until: until }) => (
        <Flex vertical>
          <span>{suggestionReason(texts, why)}</span>
          {remediation_id && <Link to={`/remediations/${remediation_id}`}>{findings.planned(remediation_id)}</Link>}
          {until && <span>{findings.optedOut(new Date(until).toISOString().slice(0, 10))}</span>}
        </Flex>
      ),
    },
  ];
}
