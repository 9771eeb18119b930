import { useQuery } from "@tanstack/react-query";
import { clustersQuery } from "../../api/sharedQueries";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";
import { isScalable, type Resource } from "./resources";

/** The facts of a resource, as lines of a description list. */
export function useFacts(resource: Resource) {
  const { general } = useTexts();
  const ownFacts = useOwnFacts(resource);
  return [
    ...ownFacts,
    { key: "remark", label: general.remark, children: resource.remark || general.none },
    { key: "added", label: general.added, children: <Moment at={resource.add_time} /> },
    { key: "updated", label: general.updated, children: <Moment at={resource.update_time} /> },
  ];
}

function useOwnFacts(resource: Resource) {
  const { general, resources } = useTexts();
  const clusters = useQuery({ ...clustersQuery, enabled: resource.type === "tenant" });
  switch (resource.type) {
    case "cluster":
      return [
        { key: "address", label: resources.address, children: <span className="mono">{resource.address}</span> },
        { key: "admin", label: resources.adminUrl, children: <span className="mono">{resource.admin_url}</span> },
      ];
    case "tenant": {
      const names = resource.cluster_ids.map(
        (id) => clusters.data?.items.find((cluster) => cluster.id === id)?.name ?? id,
      );
      return [{ key: "clusters", label: resources.clusters, children: names.join(", ") }];
    }
    case "namespace":
      return [{ key: "bundles", label: resources.bundles, children: resource.bundles }];
    case "topic":
      return [
        {
          key: "domain",
          label: resources.domain,
          children: resources.domains[resource.domain as keyof typeof resources.domains],
        },
        ...(isScalable(resource)
          ? []
          : [{ key: "partitions", label: resources.partitions, children: resource.partitions || general.none }]),
      ];
  }
}
