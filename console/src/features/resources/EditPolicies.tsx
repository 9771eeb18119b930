import { useQuery } from "@tanstack/react-query";
import type { PolicyWish } from "../../api/types";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { useTexts } from "../../texts/language";
import { PolicyFields, type PolicyValues } from "./PolicyFields";
import { changePolicies, defaultsIn, livePoliciesQuery, type PolicyResource } from "./policies";

interface EditPoliciesProps {
  resource: PolicyResource;
  current: PolicyWish;
  close: () => void;
}

/** Changes policies in people's units; an empty field leaves the policy to the level above. */
export function EditPolicies({ resource, current, close }: EditPoliciesProps) {
  const { policies } = useTexts();
  const live = useQuery(livePoliciesQuery(resource));
  return (
    <FormDialog<PolicyValues>
      title={policies.changeTitle}
      width={720}
      initial={current.shown}
      submit={(values) => changePolicies(resource, current, changedPolicies(current, values))}
      cancel={close}
    >
      <PolicyFields level={resource.type} defaults={defaultsIn(live.data)} />
    </FormDialog>
  );
}

/** The fields that were changed; an emptied field removes its policy. */
function changedPolicies(current: PolicyWish, values: PolicyValues) {
  const changes: Record<string, string | null> = {};
  for (const [name, text] of Object.entries(values)) {
    const value = text?.trim() || null;
    if (value !== (current.shown[name] ?? null)) changes[name] = value;
  }
  return changes;
}
