import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Form, Input, InputNumber, Radio } from "antd";
import { LIMITS } from "../../api/limits.gen";
import type { NewApiToken } from "../../api/types";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { NETWORK_FIELDS, networksOf } from "../../components/rights/limitsText";
import { NetworksField } from "../../components/rights/NetworksField";
import { useTexts } from "../../texts/language";
import { createToken, issuerQuery } from "./credentials";
import { ScopeFields, type ScopePart, scopeOf } from "./ScopeFields";

type Purpose = "brokers" | "center";

interface Values {
  name: string;
  days: number;
  purpose: Purpose;
  networks?: string[];
  scope?: ScopePart[];
}

interface CreateTokenProps {
  userId: number;
  onCreated: (token: NewApiToken) => void;
  close: () => void;
}

/** Makes an API token: name, purpose and lifetime. */
export function CreateToken({ userId, onCreated, close }: CreateTokenProps) {
  const { tokens, general } = useTexts();
  const issuer = useQuery(issuerQuery).data;
  const queries = useQueryClient();
  const required = [{ required: true, message: general.required }];
  return (
    <FormDialog<Values>
      title={tokens.createToken}
      okText={general.create}
      initial={{ days: 30, purpose: "brokers" }}
      width={680}
      submit={async ({ purpose, ...values }) => {
        // A token without audiences is for brokers; only such a one can be narrowed.
        // The dialog keeps this function from when it opened, which may be before the issuer is known.
        const audiences = purpose === "center" ? [await queries.ensureQueryData(issuerQuery)] : [];
        const scope = purpose === "brokers" ? scopeOf(values.scope) : null;
        onCreated(await createToken(userId, { ...values, audiences, networks: networksOf(values), scope }));
      }}
      fieldOf={NETWORK_FIELDS}
      cancel={close}
    >
      <Form.Item name="name" label={tokens.tokenName} extra={tokens.tokenNameHint} rules={required}>
        <Input maxLength={LIMITS.NewToken.name.maxLength} />
      </Form.Item>
      <Form.Item name="purpose" label={tokens.purpose}>
        <Radio.Group style={{ display: "grid", gap: 4 }}>
          {(["brokers", "center"] as const).map((purpose) => (
            <Radio key={purpose} value={purpose} disabled={purpose === "center" && issuer === undefined}>
              {tokens.purposes[purpose]} — {tokens.purposeHints[purpose]}
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      <Form.Item noStyle shouldUpdate={(before: Values, after: Values) => before.purpose !== after.purpose}>
        {({ getFieldValue }) => getFieldValue("purpose") === "brokers" && <ScopeFields />}
      </Form.Item>
      <Form.Item name="days" label={tokens.days} extra={tokens.daysHint} rules={required}>
        <InputNumber {...LIMITS.NewToken.days} precision={0} />
      </Form.Item>
      <NetworksField hint={tokens.tokenNetworksHint} />
    </FormDialog>
  );
}
