import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Card, Flex, Select } from "antd";
import { useEffect } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import type { Cluster, ClusterImport } from "../../api/types";
import { Page } from "../../components/page/Page";
import { EmptyState } from "../../components/states/EmptyState";
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";
import { ApplyStep } from "./ApplyStep";
import { ImportSteps, stepOf } from "./ImportSteps";
import { clusterQuery, importQuery, importsQuery } from "./imports";
import { ReadStep } from "./ReadStep";
import { ReportStep } from "./ReportStep";
import { RolesStep } from "./RolesStep";

/** The import of a running cluster, step by step. The center keeps its state, so it goes on after a reload. */
export default function ImportPage() {
  const { frame } = useTexts();
  const id = Number(useParams().id);
  const query = useQuery({ ...clusterQuery(id), enabled: id > 0 });
  if (!(id > 0)) return <EmptyState title={frame.notFound} hint={frame.notFoundHint} />;
  return (
    <QueryView query={query} page>
      {(cluster) => <ClusterImports key={cluster.id} cluster={cluster} />}
    </QueryView>
  );
}

function ClusterImports({ cluster }: { cluster: Cluster }) {
  const { clusterImport } = useTexts();
  const [params] = useSearchParams();
  const runs = useQuery(importsQuery(cluster.id));
  const newest = runs.data?.[0];
  const shownRun = runs.data?.find(({ id }) => String(id) === params.get("run")) ?? newest;
  return (
    <Page
      title={clusterImport.title(cluster.name)}
      hint={clusterImport.hint}
      actions={
        <>
          {shownRun && (runs.data?.length ?? 0) > 1 && <RunSelect runs={runs.data ?? []} selected={shownRun} />}
          <Link to={`/resources/cluster/${cluster.id}`}>
            <Button>{clusterImport.backToCluster}</Button>
          </Link>
        </>
      }
    >
      <QueryView query={runs}>
        {() =>
          shownRun ? (
            <ImportRun key={shownRun.id} cluster={cluster} listEntry={shownRun} />
          ) : (
            <Wizard cluster={cluster} />
          )
        }
      </QueryView>
    </Page>
  );
}

/** Earlier imports: their reports stay. */
function RunSelect({ runs, selected }: { runs: ClusterImport[]; selected: ClusterImport }) {
  const { clusterImport } = useTexts();
  const [, setParams] = useSearchParams();
  return (
    <Select
      aria-label={clusterImport.runs}
      style={{ minWidth: 160 }}
      value={selected.id}
      options={runs.map(({ id, state }) => ({ value: id, label: clusterImport.run(id, clusterImport.states[state]) }))}
      onChange={(run: number) => setParams(run === runs[0]?.id ? {} : { run: String(run) })}
    />
  );
}

function ImportRun({ cluster, listEntry }: { cluster: Cluster; listEntry: ClusterImport }) {
  const queries = useQueryClient();
  const query = useQuery(importQuery(cluster.id, listEntry.id));
  const stale = query.data !== undefined && query.data.state !== listEntry.state;
  useEffect(() => {
    if (stale) void queries.invalidateQueries({ queryKey: importsQuery(cluster.id).queryKey, exact: true });
  }, [queries, stale, cluster.id]);
  return <QueryView query={query}>{(run) => <Wizard cluster={cluster} run={run} />}</QueryView>;
}

function Wizard({ cluster, run }: { cluster: Cluster; run?: ClusterImport }) {
  const [params] = useSearchParams();
  const step = stepOf(run, params.get("step"));
  return (
    <Flex vertical gap={16}>
      <ImportSteps run={run} step={step} />
      <Card data-testid="import-step">
        {(!run || step === "read") && <ReadStep cluster={cluster} run={run} />}
        {run && step === "who" && <RolesStep key={`${run.id} ${run.state}`} run={run} />}
        {run && step === "report" && <ReportStep run={run} />}
        {run && step === "apply" && <ApplyStep run={run} />}
      </Card>
    </Flex>
  );
}
