import { useMutation } from "@tanstack/react-query";
import { Form, type FormInstance } from "antd";
import { type ReactNode, useState } from "react";
import { useTexts } from "../../texts/language";
import { useRefresh } from "../page/useChange";
import { ErrorState } from "../states/ErrorState";
import { Dialog } from "./Dialog";
import { useFieldErrors } from "./fieldErrors";

interface FormDialogProps<V extends object> {
  title: string;
  okText?: string;
  initial?: Partial<V>;
  form?: FormInstance<V>;
  width?: number;
  /** As of `Dialog`. */
  initialFocus?: string;
  /** Sends the values. Errors that it throws are shown in the dialog, at their fields. */
  submit: (values: V) => Promise<unknown>;
  /** Problem code → field, for codes where the center names none. */
  fieldOf?: Record<string, string>;
  /** Called after success, to close the dialog. */
  onDone?: () => void;
  /** Called when the reader cancels. */
  cancel: () => void;
  children: ReactNode;
}

/** A dialog with a form; mount it to open it. Enter sends, Escape closes, the first field has the focus. */
export function FormDialog<V extends object>(props: FormDialogProps<V>) {
  const { general } = useTexts();
  const fieldErrorsOf = useFieldErrors(props.fieldOf);
  const [ownForm] = Form.useForm<V>();
  const form = props.form ?? ownForm;
  const refresh = useRefresh();
  // The fields show the state when the dialog opened, so they must be sent with the version of that time. With a
  // version that was read later, they would overwrite somebody else's change.
  const [submit] = useState(() => props.submit);
  const [errorsAtFields, setErrorsAtFields] = useState(false);
  const mutation = useMutation({
    mutationFn: submit,
    onSuccess: () => {
      (props.onDone ?? props.cancel)();
      return refresh();
    },
    onError: (thrown) => {
      const fieldErrors = fieldErrorsOf(thrown);
      const shownErrors = fieldErrors.filter(({ name }) => form.getFieldInstance(name as never) !== undefined);
      form.setFields(shownErrors as never);
      // Each error is shown at its field. Repeated below, it would push the buttons out of sight.
      setErrorsAtFields(fieldErrors.length > 0 && shownErrors.length === fieldErrors.length);
    },
    onMutate: () => setErrorsAtFields(false),
  });
  return (
    <Dialog
      title={props.title}
      width={props.width ?? 560}
      initialFocus={props.initialFocus}
      okText={props.okText ?? general.save}
      onOk={form.submit}
      onCancel={props.cancel}
      confirmLoading={mutation.isPending}
      mask={{ closable: false }}
    >
      <Form<V>
        form={form}
        layout="vertical"
        initialValues={props.initial}
        onFinish={(values) => mutation.mutate(values)}
        style={{ paddingTop: 8 }}
        scrollToFirstError
      >
        {props.children}
        {/* So that Enter in a field sends the form: the visible button is outside the form. */}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </Form>
      {mutation.isError && !errorsAtFields && <ErrorState error={mutation.error} />}
    </Dialog>
  );
}
