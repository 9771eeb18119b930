import { useMutation } from "@tanstack/react-query";
import { Form, type FormInstance } from "antd";
import { type ReactNode, useState } from "react";
import { asProblem } from "../../api/problem";
import { useLanguage, useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";
import { useRefresh } from "../page/useChange";
import { ErrorState } from "../states/ErrorState";
import { Dialog } from "./Dialog";

interface FormDialogProps<V extends object> {
  title: string;
  okText?: string;
  initial?: Partial<V>;
  form?: FormInstance<V>;
  width?: number;
  /** Sends the values. Errors that it throws are shown in the dialog, at their fields. */
  submit: (values: V) => Promise<unknown>;
  /** Problem code → field, for codes where the center names none. */
  fieldOf?: Record<string, string>;
  /** Called after success, to close the dialog. */
  done?: () => void;
  /** Called when the reader cancels. */
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
  // The fields show the state at the moment of opening, so they must be sent with the version of that moment. With a
  // version that was read later, they would overwrite somebody else's change.
  const [submit] = useState(() => props.submit);
  const [said, setSaid] = useState(false);
  const sending = useMutation({
    mutationFn: submit,
    onSuccess: () => {
      (props.done ?? props.cancel)();
      return refresh();
    },
    onError: (thrown) => {
      const found = fieldErrors(thrown, props.fieldOf, language === "en-US" ? undefined : problems);
      const fields = found.filter(({ name }) => form.getFieldInstance(name) !== undefined);
      form.setFields(fields);
      // Each error stands at its field. Repeated below, it would push the buttons out of sight.
      setSaid(found.length > 0 && fields.length === found.length);
    },
    onMutate: () => setSaid(false),
  });
  return (
    <Dialog
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
        {/* So that Enter in a field sends the form: the visible button is outside the form. */}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </Form>
      {sending.isError && !said && <ErrorState error={sending.error} />}
    </Dialog>
  );
}

/** `problems`: texts that replace the center's own, which are English. */
function fieldErrors(thrown: unknown, fieldOf: Record<string, string> = {}, problems?: Texts["problems"]) {
  const problem = asProblem(thrown);
  const field = fieldOf[problem.code];
  if (field && problem.errors.length === 0) {
    return [{ name: field as never, errors: [problems?.codes[problem.code] ?? problem.detail] }];
  }
  return problem.errors.map(({ field, message }) => ({
    name: field.split(".").at(-1) as never,
    errors: [problems?.codes[problem.code] ?? message],
  }));
}
