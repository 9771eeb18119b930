import { Form } from "antd";
import type { Grant } from "../../api/types";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { IMPOSSIBLE } from "../../components/rights/limitsText";
import { useTexts } from "../../texts/language";
import { content, GrantFields, type GrantValues, values } from "./GrantFields";
import { change } from "./grants";
import { WhatChanges } from "./WhatChanges";

interface EditGrantProps {
  grant: Grant;
  done: (revision: number | null) => void;
  close: () => void;
}

/** Other authorities, another window. */
export function EditGrant({ grant, done, close }: EditGrantProps) {
  const { access } = useTexts();
  const [form] = Form.useForm<GrantValues>();
  return (
    <FormDialog<GrantValues>
      form={form}
      title={access.editTitle(grant.role_name)}
      initial={values(grant)}
      width={680}
      fieldOf={IMPOSSIBLE}
      submit={async (written) => done((await change(grant, content(written))).revision)}
      cancel={close}
    >
      <GrantFields place={{ type: grant.res_type, id: grant.res_id, name: grant.resource }} />
      <WhatChanges propose={() => ({ change: [{ id: grant.id, ...content(form.getFieldsValue()) }] })} />
    </FormDialog>
  );
}
