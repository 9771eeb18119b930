import { queryOptions, useQuery } from "@tanstack/react-query";
import { Alert, Button, Checkbox, Flex, Form, Input, Select, Typography } from "antd";
import { useState } from "react";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { LIMITS } from "../../api/limits.gen";
import type { OwnEmail as Own } from "../../api/types";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { useChange } from "../../components/page/useChange";
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";
import { FactorCard } from "./FactorCards";

const TOPICS = ["ends", "requests", "removals", "drift", "keys"] as const;
const ownEmailQuery = queryOptions({
  queryKey: ["own-email"],
  queryFn: () => answer(client.GET("/api/v1/session/email")),
});
type EmailChange = Partial<Pick<Own, "email" | "language" | "topics_off">>;
const saveEmail = (body: EmailChange) => answer(client.PUT("/api/v1/session/email", { body }));

/** The reader's own e-mail address, and which notices go there. */
export function OwnEmail() {
  const { messages, security } = useTexts();
  const ownEmail = useQuery(ownEmailQuery);
  const [open, setOpen] = useState<"enter" | "remove">();
  const close = () => setOpen(undefined);
  const action = ownEmail.data?.mail_is_on && (
    <Button onClick={() => setOpen("enter")}>{ownEmail.data.email ? messages.ownChange : messages.ownEnter}</Button>
  );
  return (
    <FactorCard title={messages.ownMail} hint={messages.ownMailHint} action={action}>
      <QueryView query={ownEmail}>
        {(data) => <EmailSettings ownEmail={data} remove={() => setOpen("remove")} />}
      </QueryView>
      {open === "enter" && <EmailDialog close={close} />}
      {open === "remove" && (
        <ConfirmDanger
          title={messages.ownRemoveTitle}
          okText={security.remove}
          losses={messages.ownRemoveGoes}
          action={() => saveEmail({ email: null })}
          close={close}
        />
      )}
    </FactorCard>
  );
}

function EmailDialog({ close }: { close: () => void }) {
  const { general, messages } = useTexts();
  const rules = [
    { required: true, message: general.required },
    { type: "email" as const, message: messages.ownWrong },
  ];
  return (
    <FormDialog<{ email: string }> title={messages.ownMail} submit={saveEmail} cancel={close}>
      <Form.Item name="email" label={messages.ownAddress} extra={messages.ownLinkHint} rules={rules}>
        <Input type="email" maxLength={LIMITS.EmailChange.email.maxLength} autoComplete="email" />
      </Form.Item>
    </FormDialog>
  );
}

function EmailSettings({ ownEmail, remove }: { ownEmail: Own; remove: () => void }) {
  const { messages, security } = useTexts();
  return (
    <Flex vertical gap={12}>
      {!ownEmail.mail_is_on && <Typography.Text>{messages.ownOff}</Typography.Text>}
      {ownEmail.waiting && <Alert type="info" showIcon title={messages.ownWaiting(ownEmail.waiting)} />}
      <Flex justify="space-between" align="center" gap={8} wrap>
        <Typography.Text strong={ownEmail.email !== null} style={{ overflowWrap: "anywhere" }}>
          {ownEmail.email ?? messages.ownNone}
        </Typography.Text>
        {ownEmail.email && <Button onClick={remove}>{security.remove}</Button>}
      </Flex>
      {ownEmail.email && <NoticeChoices ownEmail={ownEmail} />}
    </Flex>
  );
}

function NoticeChoices({ ownEmail }: { ownEmail: Own }) {
  const { general, messages } = useTexts();
  const saving = useChange(saveEmail, { successText: general.saved });
  const topicsOn = TOPICS.filter((topic) => !ownEmail.topics_off.includes(topic));
  return (
    <Flex vertical gap={12}>
      <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
        <legend style={{ padding: 0, fontWeight: 600 }}>{messages.topics}</legend>
        <Typography.Text type="secondary">{messages.topicsHint}</Typography.Text>
        <Checkbox.Group
          style={{ display: "flex", flexDirection: "column", gap: 4, marginTop: 8 }}
          options={TOPICS.map((value) => ({ value, label: messages.topicNames[value] }))}
          value={topicsOn}
          disabled={saving.isPending}
          onChange={(topics) =>
            saving.mutate({ topics_off: TOPICS.filter((topic) => !(topics as string[]).includes(topic)) })
          }
        />
      </fieldset>
      <Flex gap={8} align="center" wrap>
        <label htmlFor="mail-language">{messages.language}</label>
        <Select<"center" | "en" | "zh">
          id="mail-language"
          style={{ width: 240 }}
          value={ownEmail.language ?? "center"}
          options={(["center", "en", "zh"] as const).map((value) => ({ value, label: messages.languages[value] }))}
          onChange={(language) => saving.mutate({ language: language === "center" ? null : language })}
        />
      </Flex>
    </Flex>
  );
}
