import { useQuery } from "@tanstack/react-query";
import type { PolicyWish } from "../../api/types";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { useTexts } from "../../texts/language";
import { PolicyFields, type PolicyValues } from "./PolicyFields";
import { changePolicies, defaultsIn, type Governed, livePoliciesQuery } from "./policies";

interface EditPoliciesProps {
  resource: Governed;
  seen: PolicyWish;
  close: () => void;
}

/** Changes policies in people's units; an empty field leaves the policy to the level above. */
export function EditPolicies({ resource, seen, close }: EditPoliciesProps) {
  const { policies } = useTexts();
  const live = useQuery(livePoliciesQuery(resource));
  return (
    <FormDialog<PolicyValues>
      title={policies.changeTitle}
      width={720}
      initial={seen.shown}
      submit={(values) => changePolicies(resource, seen, changed(seen, values))}
      cancel={close}
    >
      <PolicyFields level={resource.type} defaults={defaultsIn(live.data)} />
    </FormDialog>
  );
}

/** Fields that differ from what was seen; an emptied one takes its policy back. */
function changed(seen: PolicyWish, values: PolicyValues) {
  const found: Record<string, string | null> = {};
  for (const [name, written] of Object.entries(values)) {
    const value = written?.trim() || null;
    if (value !== (seen.shown[name] ?? null)) found[name] = value;
  }
  return found;
}
