import { Modal, type ModalProps } from "antd";
import { useEffect, useRef } from "react";
import { focusOn, toHeading } from "./focus";

interface DialogProps extends Omit<ModalProps, "open" | "afterOpenChange"> {
  /** A selector of what has the focus first; else the first field, or the first button where there is none. */
  start?: string;
}

const FIELDS =
  "input:not([type=hidden], [disabled], [type=radio]:not(:checked)), textarea:not([disabled]), [role=switch]";

/** From where the last dialog was opened that was not opened from another one. */
let outermost: Element | null = null;

/** A dialog; mount it to open it. When it goes, the focus returns to where it was before. */
export function Dialog({ start, children, ...props }: DialogProps) {
  const content = useRef<HTMLDivElement>(null);
  const opener = useRef(document.activeElement);
  useEffect(() => {
    const from = opener.current;
    if (!from?.closest("[role=dialog]")) outermost = from;
    return () => {
      // One that stays open below keeps the focus inside.
      if (!(focusOn(from) || focusOn(outermost))) toHeading();
    };
  }, []);
  const begin = () => {
    const panel = content.current?.closest("[role=dialog]");
    const find = (selector: string) => panel?.querySelector<HTMLElement>(selector);
    const field = content.current?.querySelector<HTMLElement>(FIELDS);
    const button = content.current?.querySelector<HTMLElement>("button");
    ((start && find(start)) || field || button || find(".ant-modal-footer button"))?.focus();
  };
  return (
    <Modal {...props} open focusable={{ focusTriggerAfterClose: false }} afterOpenChange={(open) => open && begin()}>
      <div ref={content}>{children}</div>
    </Modal>
  );
}
