import { Modal, type ModalProps } from "antd";
import { useEffect, useLayoutEffect, useRef } from "react";
import { focusHeading, focusOn } from "../page/focus";

interface DialogProps extends Omit<ModalProps, "open" | "afterOpenChange"> {
  /** Selector of the element with the first focus; by default the first field, or without fields the first button. */
  initialFocus?: string;
}

const FIELDS =
  "input:not([type=hidden], [disabled], [type=radio]:not(:checked)), textarea:not([disabled]), [role=switch]";

/** The element from which the outermost dialog was opened. */
let outermostOpener: Element | null = null;
/** The open dialogs, the uppermost last. */
const openDialogs: { focusFirst: () => void; contains: (element: Element | null) => boolean }[] = [];

/** After a dialog has closed: return the focus to `opener`, but not behind a dialog that is still open. */
function restoreFocus(opener: Element | null) {
  const top = openDialogs.at(-1);
  if (!top) {
    if (!(focusOn(opener) || focusOn(outermostOpener))) focusHeading();
  } else if (!(top.contains(opener) && focusOn(opener)) && !top.contains(document.activeElement)) top.focusFirst();
}

/** Keeps the focus on the dialog while it opens: antd would focus the close button, and a key would press it. */
function FocusWhileOpening() {
  const marker = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => marker.current?.closest<HTMLElement>("[role=dialog]")?.focus({ preventScroll: true }), []);
  return <span ref={marker} hidden />;
}

/** A dialog. Mount it to open it. When it closes, the focus returns to where it was before. */
export function Dialog({ initialFocus, children, ...props }: DialogProps) {
  const content = useRef<HTMLDivElement>(null);
  const opener = useRef(document.activeElement);
  const panel = () => content.current?.closest("[role=dialog]");
  const focusFirst = () => {
    const find = (selector: string) => panel()?.querySelector<HTMLElement>(selector);
    const field = content.current?.querySelector<HTMLElement>(FIELDS);
    const button = content.current?.querySelector<HTMLElement>("button");
    ((initialFocus && find(initialFocus)) || field || button || find(".ant-modal-footer button"))?.focus();
  };
  const handle = useRef({ focusFirst, contains: (element: Element | null) => panel()?.contains(element) ?? false });
  useEffect(() => {
    const [openedFrom, self] = [opener.current, handle.current];
    if (!openedFrom?.closest("[role=dialog]")) outermostOpener = openedFrom;
    openDialogs.push(self);
    return () => {
      openDialogs.splice(openDialogs.indexOf(self), 1);
      // Later, because a dialog that opens as this one closes is not in `openDialogs` yet.
      queueMicrotask(() => restoreFocus(openedFrom));
    };
  }, []);
  return (
    <Modal
      {...props}
      open
      focusable={{ focusTriggerAfterClose: false }}
      // Who was faster than the opening keeps the field where it types.
      afterOpenChange={(open) => {
        if (open && (initialFocus || !content.current?.contains(document.activeElement))) focusFirst();
      }}
    >
      <div ref={content}>
        <FocusWhileOpening />
        {children}
      </div>
    </Modal>
  );
}
