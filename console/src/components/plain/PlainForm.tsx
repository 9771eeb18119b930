import { createContext, type FormEvent, type InputHTMLAttributes, type ReactNode, use, useId, useState } from "react";
import { useStartTexts } from "../../texts/startTexts";
import { PlainButton } from "./PlainButton";

/** A form without antd, for pages that must be light. All its fields are required. */

const EmptyFields = createContext<string[]>([]);

interface PlainFormProps {
  onSubmit: (values: Record<string, string>) => void;
  children: ReactNode;
}

/** Sends what was typed; else the first empty field gets the focus, and each says so. */
export function PlainForm({ onSubmit, children }: PlainFormProps) {
  const [empty, setEmpty] = useState<string[]>([]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = Object.fromEntries(new FormData(form)) as Record<string, string>;
    const missing = Object.keys(values).filter((name) => !values[name]);
    setEmpty(missing);
    if (missing[0] === undefined) onSubmit(values);
    else form.querySelector<HTMLInputElement>(`[name=${missing[0]}]`)?.focus();
  };
  const forgive = ({ target }: FormEvent<HTMLFormElement>) =>
    setEmpty((names) => names.filter((name) => name !== (target as HTMLInputElement).name));
  return (
    <form noValidate onSubmit={submit} onInput={forgive}>
      <EmptyFields value={empty}>{children}</EmptyFields>
    </form>
  );
}

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string;
  label: string;
}

/** A field with its label; below it what is missing. What is typed into a password can be shown. */
export function PlainField({ label, type, ...input }: FieldProps) {
  const { general, identity } = useStartTexts();
  const id = useId();
  const isEmpty = use(EmptyFields).includes(input.name);
  const [shown, setShown] = useState(false);
  const secret = type === "password";
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="typed">
        <input
          id={id}
          type={shown ? "text" : type}
          aria-required
          aria-invalid={isEmpty}
          aria-describedby={isEmpty ? `${id}-error` : undefined}
          {...input}
        />
        {secret && (
          <PlainButton
            kind="quiet"
            aria-label={identity.showTyped}
            title={identity.showTyped}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Eye crossed={!shown} />
          </PlainButton>
        )}
      </div>
      {isEmpty && (
        <div id={`${id}-error`} role="alert" className="field-error">
          {general.required}
        </div>
      )}
    </div>
  );
}

function Eye({ crossed }: { crossed: boolean }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" className="icon">
      <path d="M1 8q7-9 14 0q-7 9-14 0z" />
      <circle cx="8" cy="8" r="2" />
      {crossed && <path d="M2 14 14 2" />}
    </svg>
  );
}
