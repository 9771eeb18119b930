import { useOutletContext } from "react-router";
import { useSession } from "../../api/session";
import { EmptyState } from "../../components/states/EmptyState";
import { mayAdminister } from "../../permissions";
import { useTexts } from "../../texts/language";
import { ClusterConnection } from "./ClusterConnection";
import { ConnectBrokers } from "./ConnectBrokers";
import type { TabContext } from "./ResourcePage";

/** How the center reaches a cluster, and how its brokers reach the center; for administrators. */
export default function ConnectionTab() {
  const { place } = useTexts();
  const { resource } = useOutletContext<TabContext>();
  if (!mayAdminister(useSession())) return <EmptyState title={place.hidden} />;
  if (resource.type !== "cluster") return null;
  return (
    <>
      <ClusterConnection cluster={resource} />
      <ConnectBrokers cluster={resource} />
    </>
  );
}
