import { useQuery } from "@tanstack/react-query";
import { Alert, Flex } from "antd";
import { Suspense } from "react";
import { Link, Outlet, useParams } from "react-router";
import { Problem } from "../../api/problem";
import { RESOURCE_TYPES, type ResourceType } from "../../api/types";
import type { ResourceContext } from "../../components/rights/useGrantAccess";
import { EmptyState } from "../../components/states/EmptyState";
import { LoadingScreen } from "../../components/states/LoadingScreen";
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";
import { NextStep } from "./NextStep";
import { Provisioning } from "./Provisioning";
import { ResourceHeader } from "./ResourceHeader";
import { nameOf, type Resource, resourceQuery } from "./resources";
import { useMay } from "./useMay";

/** What the tabs of a resource get from its page. */
export interface TabContext extends ResourceContext {
  resource: Resource;
}

/** One resource: a header that stays, and a tab below it. */
export default function ResourcePage() {
  const { frame, problems, why } = useTexts();
  const { type, id } = useParams();
  const validAddress = RESOURCE_TYPES.includes(type as ResourceType) && Number(id) > 0;
  const query = useQuery({ ...resourceQuery(type as ResourceType, Number(id)), enabled: validAddress });
  if (!validAddress) return <EmptyState title={frame.notFound} hint={frame.notFoundHint} />;
  if (query.error instanceof Problem && query.error.status === 404)
    return (
      <EmptyState
        title={problems.codes.not_found ?? frame.notFound}
        action={<Link to={`/why?type=${type}`}>{why.askAboutMe}</Link>}
      />
    );
  return (
    <QueryView query={query}>{(resource) => <ResourceDetails key={`${type}:${id}`} resource={resource} />}</QueryView>
  );
}

function ResourceDetails({ resource }: { resource: Resource }) {
  const may = useMay(resource);
  const context: TabContext = {
    resource,
    name: nameOf(resource),
    administers: may("administer"),
    audits: may("audit"),
  };
  return (
    <Flex vertical gap={16}>
      <ResourceHeader {...context} />
      {resource.type !== "cluster" && <Provisioning resource={resource} />}
      {resource.type === "cluster" && resource.gone && <GivenUp />}
      {resource.type !== "topic" && <NextStep resource={resource} />}
      <Suspense fallback={<LoadingScreen />}>
        <Outlet context={context} />
      </Suspense>
    </Flex>
  );
}

function GivenUp() {
  const { resources } = useTexts();
  return <Alert type="warning" showIcon title={resources.gaveUp} description={resources.gaveUpHint} />;
}
