import { Modal, type ModalProps } from "antd";
import { useEffect, useLayoutEffect, useRef } from "react";
import { focusOn, toHeading } from "../page/focus";

interface DialogProps extends Omit<ModalProps, "open" | "afterOpenChange"> {
  /** Selector of the element with the first focus; by default the first field, or without fields the first button. */
  start?: string;
}

const FIELDS =
  "input:not([type=hidden], [disabled], [type=radio]:not(:checked)), textarea:not([disabled]), [role=switch]";

/** The element from which the outermost dialog was opened. */
let outermost: Element | null = null;
/** The open dialogs, the uppermost last. */
const open: { begin: () => void; holds: (element: Element | null) => boolean }[] = [];

/** After a dialog has closed: return the focus to `from`, but not behind a dialog that is still open. */
function leave(from: Element | null) {
  const top = open.at(-1);
  if (!top) {
    if (!(focusOn(from) || focusOn(outermost))) toHeading();
  } else if (!(top.holds(from) && focusOn(from)) && !top.holds(document.activeElement)) top.begin();
}

/** Keeps the focus on the dialog while it opens: antd would focus the close button, and a key would press it. */
function Unfolding() {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => place.current?.closest<HTMLElement>("[role=dialog]")?.focus({ preventScroll: true }), []);
  return <span ref={place} hidden />;
}

/** A dialog. Mount it to open it. When it closes, the focus returns to where it was before. */
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
      // Later, because a dialog that opens as this one closes is not in `open` yet.
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
