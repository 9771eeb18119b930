import { useQuery } from "@tanstack/react-query";
import { Alert } from "antd";
import { useTexts } from "../../texts/language";
import { childrenQuery, nodesOf } from "./children";
import type { Resource } from "./resources";
import { useMay } from "./useMay";
import { usePath } from "./usePath";

/** Says what to do next in an empty cluster, tenant or namespace. */
export function NextStep({ resource }: { resource: Exclude<Resource, { type: "topic" }> }) {
  const { resources } = useTexts();
  const { type, id } = resource;
  const may = useMay(resource);
  // They come with the path to it.
  const { isLoading } = usePath();
  const { data } = useQuery({ ...childrenQuery(`${type}:${id}`), enabled: !isLoading });
  if (!data || nodesOf(data).length > 0) return null;
  return (
    <Alert
      type="info"
      title={resources.empty[type]}
      description={may("create") ? resources.emptyHint[type] : undefined}
    />
  );
}
