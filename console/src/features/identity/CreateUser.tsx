import { useQuery } from "@tanstack/react-query";
import { Alert, App, Form, Input, Radio } from "antd";
import { useState } from "react";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { LIMITS } from "../../api/limits.gen";
import { asProblem } from "../../api/problem";
import { useSession } from "../../api/session";
import { groupsQuery } from "../../api/sharedQueries";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { SecretOnce } from "../../components/dialogs/SecretOnce";
import { NamePicker, UserPicker } from "../../components/fields/pickers";
import { problemLine } from "../../components/states/problemText";
import { mayAdminister } from "../../permissions";
import { useLanguage, useTexts } from "../../texts/language";
import { AddressField, useMailIsOn } from "./Invite";
import { invite } from "./users";

interface NewUser {
  username: string;
  nick?: string;
  kind: "person" | "service";
  group_id?: number;
  parent_id?: number;
  remark?: string;
  /** For a person who is invited. */
  email?: string;
}

interface CreateUserProps {
  parentId?: number;
  /** What is chosen at first. */
  kind?: NewUser["kind"];
  /** Called after success; without it `close` is. */
  onDone?: () => void;
  close: () => void;
}

/** A new user, or a new sub-account of `parentId`; a person's initial secret is shown once. */
export function CreateUser({ parentId, kind, close, onDone = close }: CreateUserProps) {
  const texts = useTexts();
  const { general, identity, messages } = texts;
  const { language } = useLanguage();
  const { message } = App.useApp();
  const [created, setCreated] = useState<{ username: string; secret: string; problem?: unknown }>();
  if (created) {
    const secrets = [
      { label: identity.username, value: created.username },
      { label: identity.initialSecret, value: created.secret },
    ];
    return (
      <SecretOnce title={identity.initialOf(created.username)} secrets={secrets} close={onDone}>
        {created.problem !== undefined && (
          <Alert
            type="error"
            showIcon
            title={messages.notInvited}
            description={problemLine(texts, language, asProblem(created.problem))}
          />
        )}
      </SecretOnce>
    );
  }
  const submit = async ({ email, ...values }: NewUser) => {
    const user = await answer(client.POST("/api/v1/users", { body: { parent_id: parentId, ...values } }));
    if (!user.initial_secret) onDone();
    else if (!email) setCreated({ username: user.username, secret: user.initial_secret });
    else await inviteUser(user.id, email, { username: user.username, secret: user.initial_secret });
  };
  /** The user exists by now: if the invitation fails, the initial secret is shown instead. */
  const inviteUser = async (user_id: number, email: string, createdUser: { username: string; secret: string }) => {
    try {
      await invite(user_id, email);
      void message.success(messages.invited);
      onDone();
    } catch (problem) {
      setCreated({ ...createdUser, problem });
    }
  };
  return (
    <FormDialog<NewUser>
      title={parentId === undefined ? identity.create : identity.createSub}
      okText={general.create}
      initial={{ kind: kind ?? (parentId === undefined ? "person" : "service") }}
      submit={submit}
      fieldOf={{ exists: "username" }}
      onDone={() => undefined}
      cancel={close}
    >
      <Fields parentId={parentId} />
    </FormDialog>
  );
}

function Fields({ parentId }: { parentId?: number }) {
  const { identity, general, messages } = useTexts();
  const mailIsOn = useMailIsOn();
  const kind = Form.useWatch<NewUser["kind"] | undefined>("kind");
  const administrator = mayAdminister(useSession());
  return (
    <>
      <Form.Item
        name="username"
        label={identity.username}
        extra={identity.usernameHint}
        rules={[{ required: true, message: general.required }]}
      >
        <Input maxLength={LIMITS.NewUser.username.maxLength} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item name="kind" label={identity.kind}>
        <Radio.Group style={{ display: "grid", gap: 4 }}>
          {(["person", "service"] as const).map((kind) => (
            <Radio key={kind} value={kind}>
              {identity.kinds[kind]} — {identity.kindHints[kind]}
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      {mailIsOn && kind === "person" && <AddressField extra={messages.inviteInstead} />}
      <Form.Item name="nick" label={identity.nick} tooltip={general.optional}>
        <Input maxLength={LIMITS.NewUser.nick.maxLength} />
      </Form.Item>
      {administrator && parentId === undefined && <PlacementFields />}
      <Form.Item name="remark" label={general.remark}>
        <Input maxLength={LIMITS.NewUser.remark.maxLength} />
      </Form.Item>
    </>
  );
}

/** Where an administrator puts a user: in a business group, below a main account. */
function PlacementFields() {
  const { identity } = useTexts();
  const groups = useQuery(groupsQuery);
  return (
    <>
      <Form.Item name="group_id" label={identity.group}>
        <NamePicker allowClear items={groups.data?.items} />
      </Form.Item>
      <Form.Item name="parent_id" label={identity.parent} extra={identity.parentHint}>
        <UserPicker />
      </Form.Item>
    </>
  );
}
