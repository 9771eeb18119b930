import { useQuery } from "@tanstack/react-query";
import { App, Button, Form, Input } from "antd";
import { useState } from "react";
import { LIMITS } from "../../api/limits.gen";
import { registrationFormQuery } from "../../api/sharedQueries";
import type { User } from "../../api/types";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { useTexts } from "../../texts/language";
import { invite } from "./users";

/** True where the center sends e-mail. */
export const useMailIsOn = () => useQuery(registrationFormQuery).data?.mail_is_on ?? false;

/** Sends a person who has chosen no password yet a link for it. */
export function InviteButton({ user }: { user: User }) {
  const { messages } = useTexts();
  const mailIsOn = useMailIsOn();
  const [open, setOpen] = useState(false);
  if (!mailIsOn || user.kind !== "person" || !user.must_change_password) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{messages.invite}</Button>
      {open && <InviteDialog user={user} close={() => setOpen(false)} />}
    </>
  );
}

function InviteDialog({ user, close }: { user: User; close: () => void }) {
  const { messages } = useTexts();
  const { message } = App.useApp();
  return (
    <FormDialog<{ email: string }>
      title={messages.inviteTitle(user.username)}
      okText={messages.invite}
      submit={({ email }) => invite(user.id, email)}
      onDone={() => {
        void message.success(messages.invited);
        close();
      }}
      cancel={close}
    >
      <AddressField extra={messages.inviteHint} required />
    </FormDialog>
  );
}

/** Where an invitation goes. */
export function AddressField({ extra, required }: { extra: string; required?: boolean }) {
  const { general, messages } = useTexts();
  const rules = [
    { required: required ?? false, message: general.required },
    { type: "email" as const, message: messages.ownWrong },
  ];
  return (
    <Form.Item name="email" label={messages.ownAddress} extra={extra} rules={rules}>
      <Input type="email" maxLength={LIMITS.NewInvitation.email.maxLength} autoComplete="off" />
    </Form.Item>
  );
}
