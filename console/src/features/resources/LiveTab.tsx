import { useOutletContext } from "react-router";
import { BrokerLoad } from "./live/BrokerLoad";
import { Bundles } from "./live/Bundles";
import { TopicLedgers } from "./live/TopicLedgers";
import { TopicStats } from "./live/TopicStats";
import { TopicSubscriptions } from "./live/TopicSubscriptions";
import type { TabContext } from "./ResourcePage";
import { isScalable, nameOf } from "./resources";
import { TopicConnections } from "./TopicConnections";
import { useMay } from "./useMay";

/** What the clusters know about the resource now; each part is asked for on request. */
export default function LiveTab() {
  const { resource } = useOutletContext<TabContext>();
  const may = useMay(resource);
  const scalable = isScalable(resource);
  return (
    <>
      {resource.type === "cluster" && <BrokerLoad clusterId={resource.id} />}
      {resource.type === "topic" && <TopicStats topic={resource} mayChange={!scalable && may("change")} />}
      {resource.type === "topic" && <TopicSubscriptions topic={resource} mayChange={may("subscriptions")} />}
      {resource.type === "topic" && !scalable && <TopicLedgers topic={resource} />}
      {resource.type === "topic" && <TopicConnections topic={resource} />}
      {resource.type === "namespace" && (
        <Bundles namespaceId={resource.id} name={nameOf(resource)} mayChange={may("change")} />
      )}
    </>
  );
}
