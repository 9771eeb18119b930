import { useOutletContext } from "react-router";
import { EmptyState } from "../../components/states/EmptyState";
import { useTexts } from "../../texts/language";
import { EncryptionKeysCard } from "./EncryptionKeysCard";
import { Policies } from "./Policies";
import type { TabContext } from "./ResourcePage";
import { isScalable } from "./resources";
import { Subscriptions } from "./Subscriptions";

/** The rules of a namespace or topic beside rights: policies, keys, subscriptions. */
export default function PoliciesTab() {
  const { place } = useTexts();
  const { resource, audits } = useOutletContext<TabContext>();
  if (!audits) return <EmptyState title={place.hidden} />;
  if (resource.type !== "namespace" && resource.type !== "topic") return null;
  return (
    <>
      {!isScalable(resource) && <Policies resource={resource} />}
      <EncryptionKeysCard resource={resource} />
      {resource.type === "namespace" && <Subscriptions namespace={resource} />}
    </>
  );
}
