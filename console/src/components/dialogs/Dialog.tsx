import { Modal, type ModalProps } from "antd";
import { useEffect, useLayoutEffect, useRef } from "react";
import { focusOn, toHeading } from "../page/focus";

interface DialogProps extends Omit<ModalProps, "open" | "afterOpenChange"> {
  /** A selector of what has the focus first; else the first field, or the first button where there is none. */
  start?: string;
}

const FIELDS =
  "input:not([type=hidden], [disabled], [type=radio]:not(:checked)), textarea:not([disabled]), [role=switch]";

/** From where the last dialog was opened that was not opened from another one. */
let outermost: Element | null = null;
/** The dialogs that are open, the uppermost last: where each keeps the focus. */
const open: { begin: () => void; holds: (element: Element | null) => boolean }[] = [];

/** A dialog has gone: the focus returns to `from`, but not behind a dialog that is open. */
function leave(from: Element | null) {
  const top = open.at(-1);
  if (!top) {
    if (!(focusOn(from) || focusOn(outermost))) toHeading();
  } else if (!(top.holds(from) && focusOn(from)) && !top.holds(document.activeElement)) top.begin();
}

/** While it unfolds the dialog itself has the focus: antd would give it to the cross, and a key would shut the dialog. */
function Unfolding() {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => place.current?.closest<HTMLElement>("[role=dialog]")?.focus({ preventScroll: true }), []);
  return <span ref={place} hidden />;
}

/** A dialog; mount it to open it. When it goes, the focus returns to where it was before. */
export function Dialog({ start, children, ...props }: DialogProps) {
  const content = useRef<HTMLDivElement>(null);
  const opener = useRef(document.activeElement);
  const panel = () => content.current?.closest("[role=dialog]");
  const begin = () => {
    const find = (selector: string) => panel()?.querySelector<HTMLElement>(selector);
    const field = content.current?.querySelector<HTMLElement>(FIELDS);
    const button = content.current?.querySelector<HTMLElement>("button");
    ((start && find(start)) || field || button || find(".ant-modal-footer button"))?.focus();
  };
  const own = useRef({ begin, holds: (element: Element | null) => panel()?.contains(element) ?? false });
  useEffect(() => {
    const [from, self] = [opener.current, own.current];
    if (!from?.closest("[role=dialog]")) outermost = from;
    open.push(self);
    return () => {
      open.splice(open.indexOf(self), 1);
      // One that opens as this one goes is only then among those that are open.
      queueMicrotask(() => leave(from));
    };
  }, []);
  return (
    <Modal {...props} open focusable={{ focusTriggerAfterClose: false }} afterOpenChange={(open) => open && begin()}>
      <div ref={content}>
        <Unfolding />
        {children}
      </div>
    </Modal>
  );
}
