import { useMutation } from "@tanstack/react-query";
import { Form, type FormInstance, Modal } from "antd";
import { type ReactNode, useState } from "react";
import { asProblem } from "../api/problem";
import { useLanguage, useTexts } from "../texts/language";
import type { Texts } from "../texts/texts";
import { ErrorState } from "./ErrorState";
import { useRefresh } from "./useChange";

interface FormDialogProps<V extends object> {
  title: string;
  okText?: string;
  initial?: Partial<V>;
  form?: FormInstance<V>;
  width?: number;
  /** Send the values. What it throws is shown in the dialog, at the fields where it belongs. */
  submit: (values: V) => Promise<unknown>;
  /** It worked, and the dialog is no longer needed. */
  done?: () => void;
  /** The reader gave up. */
  cancel: () => void;
  children: ReactNode;
}

/** A dialog with a form; mount it to open it. Enter sends, Escape closes, the first field has the focus. */
export function FormDialog<V extends object>(props: FormDialogProps<V>) {
  const { general, problems } = useTexts();
  const { language } = useLanguage();
  const [own] = Form.useForm<V>();
  const form = props.form ?? own;
  const refresh = useRefresh();
  // The fields show what was known when the dialog opened, and are sent with its version: what is read again meanwhile
  // must not make them overwrite somebody else's change.
  const [submit] = useState(() => props.submit);
  const sending = useMutation({
    mutationFn: submit,
    onSuccess: () => {
      (props.done ?? props.cancel)();
      return refresh();
    },
    onError: (thrown) => form.setFields(fieldErrors(thrown, language === "en-US" ? undefined : problems)),
  });
  return (
    <Modal
      open
      title={props.title}
      width={props.width ?? 560}
      okText={props.okText ?? general.save}
      onOk={form.submit}
      onCancel={props.cancel}
      confirmLoading={sending.isPending}
      mask={{ closable: false }}
    >
      <Form<V>
        form={form}
        layout="vertical"
        initialValues={props.initial}
        onFinish={(values) => sending.mutate(values)}
        style={{ paddingTop: 8 }}
        scrollToFirstError
      >
        {props.children}
        {/* Enter in a field sends the form although the visible button stands outside it. */}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </Form>
      {sending.isError && <ErrorState error={sending.error} />}
    </Modal>
  );
}

/** `problems`: the texts of a language that the center does not speak. */
function fieldErrors(thrown: unknown, problems?: Texts["problems"]) {
  const problem = asProblem(thrown);
  return problem.errors.map(({ field, message }) => ({
    name: field.split(".").at(-1) as never,
    errors: [problems?.codes[problem.code] ?? message],
  }));
}
