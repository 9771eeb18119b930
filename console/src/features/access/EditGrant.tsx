import { Form } from "antd";
import type { Grant } from "../../api/types";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { ChangePreview } from "../../components/rights/ChangePreview";
import { LIMIT_FIELDS } from "../../components/rights/limitsText";
import { useTexts } from "../../texts/language";
import { GrantFields, type GrantValues, grantContent, grantFormValues } from "./GrantFields";
import { changeGrant } from "./grants";

interface EditGrantProps {
  grant: Grant;
  onDone: (revision: number | null) => void;
  close: () => void;
}

/** Changes the authorities, window, limits and remark of a grant. */
export function EditGrant({ grant, onDone, close }: EditGrantProps) {
  const { access } = useTexts();
  const [form] = Form.useForm<GrantValues>();
  return (
    <FormDialog<GrantValues>
      form={form}
      title={access.editTitle(grant.role_name)}
      initial={grantFormValues(grant)}
      width={680}
      fieldOf={LIMIT_FIELDS}
      submit={async (values) => onDone((await changeGrant(grant, grantContent(values))).revision)}
      cancel={close}
    >
      <GrantFields place={{ type: grant.res_type, id: grant.res_id, name: grant.resource }} />
      <ChangePreview propose={() => ({ change: [{ id: grant.id, ...grantContent(form.getFieldsValue()) }] })} />
    </FormDialog>
  );
}
