import { useQuery } from "@tanstack/react-query";
import { Form, Input } from "antd";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { LIMITS } from "../../api/limits.gen";
import { useSession } from "../../api/session";
import { groupsQuery } from "../../api/sharedQueries";
import type { User } from "../../api/types";
import { ifMatchHeader } from "../../api/version";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { NamePicker } from "../../components/fields/pickers";
import { NETWORK_FIELDS, networksOf } from "../../components/rights/limitsText";
import { NetworksField } from "../../components/rights/NetworksField";
import { mayAdminister } from "../../permissions";
import { useTexts } from "../../texts/language";

interface UserValues {
  nick?: string;
  group_id?: number | null;
  remark?: string;
  networks?: string[];
}

/** Edits a user, except for its name, which cannot change. */
export function EditUser({ user, close }: { user: User; close: () => void }) {
  const { general, identity } = useTexts();
  const session = useSession();
  const administrator = mayAdminister(session);
  // On their own account others may change only the networks; the center refuses a change with other fields.
  const onlyNetworks = !administrator && user.id === session.user.id;
  const groups = useQuery({ ...groupsQuery, enabled: administrator });
  const submit = (values: UserValues) => {
    const networks = networksOf(values);
    const groupChange = administrator ? { group_id: values.group_id ?? null } : {};
    const body = onlyNetworks ? { networks } : { ...values, networks, ...groupChange };
    return answer(
      client.PATCH("/api/v1/users/{user_id}", {
        params: { path: { user_id: user.id }, header: ifMatchHeader(user) },
        body,
      }),
    );
  };
  return (
    <FormDialog<UserValues>
      title={`${general.edit} ${user.username}`}
      initial={{
        nick: user.nick ?? "",
        group_id: user.group_id,
        remark: user.remark ?? "",
        networks: user.networks ?? undefined,
      }}
      fieldOf={NETWORK_FIELDS}
      submit={submit}
      cancel={close}
    >
      {!onlyNetworks && (
        <Form.Item name="nick" label={identity.nick}>
          <Input maxLength={LIMITS.UserChange.nick.maxLength} />
        </Form.Item>
      )}
      {administrator && (
        <Form.Item name="group_id" label={identity.group}>
          <NamePicker allowClear items={groups.data?.items} />
        </Form.Item>
      )}
      {!onlyNetworks && (
        <Form.Item name="remark" label={general.remark}>
          <Input maxLength={LIMITS.UserChange.remark.maxLength} />
        </Form.Item>
      )}
      <NetworksField hint={identity.networksHint} />
    </FormDialog>
  );
}
