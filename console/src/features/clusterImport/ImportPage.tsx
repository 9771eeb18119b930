import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Card, Flex, Select } from "antd";
import { useEffect } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import type { Cluster, ClusterImport } from "../../api/types";
import { Page } from "../../components/page/Page";
import { EmptyState } from "../../components/states/EmptyState";
import { Loaded } from "../../components/states/Loaded";
import { useTexts } from "../../texts/language";
import { ApplyStep } from "./ApplyStep";
import { ImportSteps, stepOf } from "./ImportSteps";
import { clusterQuery, importQuery, importsQuery } from "./imports";
import { ReadStep } from "./ReadStep";
import { ReportStep } from "./ReportStep";
import { WhoStep } from "./WhoStep";

/** The import of a running cluster, step by step. The center keeps its state, so it goes on after a reload. */
export default function ImportPage() {
  const { frame } = useTexts();
  const id = Number(useParams().id);
  const query = useQuery({ ...clusterQuery(id), enabled: id > 0 });
  if (!(id > 0)) return <EmptyState title={frame.notFound} hint={frame.notFoundHint} />;
  return (
    <Loaded query={query} page>
      {(cluster) => <Known key={cluster.id} cluster={cluster} />}
    </Loaded>
  );
}

function Known({ cluster }: { cluster: Cluster }) {
  const { clusterImport } = useTexts();
  const [params] = useSearchParams();
  const runs = useQuery(importsQuery(cluster.id));
  const newest = runs.data?.[0];
  const chosen = runs.data?.find(({ id }) => String(id) === params.get("run")) ?? newest;
  return (
    <Page
      title={clusterImport.title(cluster.name)}
      hint={clusterImport.hint}
      actions={
        <>
          {chosen && (runs.data?.length ?? 0) > 1 && <Runs runs={runs.data ?? []} chosen={chosen} />}
          <Link to={`/resources/cluster/${cluster.id}`}>
            <Button>{clusterImport.backToCluster}</Button>
          </Link>
        </>
      }
    >
      <Loaded query={runs}>
        {() => (chosen ? <Run key={chosen.id} cluster={cluster} listed={chosen} /> : <Wizard cluster={cluster} />)}
      </Loaded>
    </Page>
  );
}

/** Earlier imports: their reports stay. */
function Runs({ runs, chosen }: { runs: ClusterImport[]; chosen: ClusterImport }) {
  const { clusterImport } = useTexts();
  const [, setParams] = useSearchParams();
  return (
    <Select
      aria-label={clusterImport.runs}
      style={{ minWidth: 160 }}
      value={chosen.id}
      options={runs.map(({ id, state }) => ({ value: id, label: clusterImport.run(id, clusterImport.states[state]) }))}
      onChange={(run: number) => setParams(run === runs[0]?.id ? {} : { run: String(run) })}
    />
  );
}

function Run({ cluster, listed }: { cluster: Cluster; listed: ClusterImport }) {
  const queries = useQueryClient();
  const query = useQuery(importQuery(cluster.id, listed.id));
  const stale = query.data !== undefined && query.data.state !== listed.state;
  useEffect(() => {
    if (stale) void queries.invalidateQueries({ queryKey: importsQuery(cluster.id).queryKey, exact: true });
  }, [queries, stale, cluster.id]);
  return <Loaded query={query}>{(run) => <Wizard cluster={cluster} run={run} />}</Loaded>;
}

function Wizard({ cluster, run }: { cluster: Cluster; run?: ClusterImport }) {
  const [params] = useSearchParams();
  const step = stepOf(run, params.get("step"));
  return (
    <Flex vertical gap={16}>
      <ImportSteps run={run} step={step} />
      <Card data-testid="import-step">
        {(!run || step === "read") && <ReadStep cluster={cluster} run={run} />}
        {run && step === "who" && <WhoStep key={`${run.id} ${run.state}`} run={run} />}
        {run && step === "report" && <ReportStep run={run} />}
        {run && step === "apply" && <ApplyStep run={run} />}
      </Card>
    </Flex>
  );
}
