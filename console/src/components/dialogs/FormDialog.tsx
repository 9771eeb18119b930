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
  /** Send the values. What it throws is shown in the dialog, at the fields where it belongs. */
  submit: (values: V) => Promise<unknown>;
  /** The field that a code is about, where the center names none. */
  fieldOf?: Record<string, string>;
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
      // Each stands at its field: the same sentence below would push the buttons out of sight.
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
        {/* Enter in a field sends the form although the visible button stands outside it. */}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </Form>
      {sending.isError && !said && <ErrorState error={sending.error} />}
    </Dialog>
  );
}

/** `problems`: the texts of a language that the center does not speak. */
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
