/** Where the keyboard is: it must never be lost to the top of the page. */

/** Moves the focus there; false where that is gone, or not to be seen any more. */
export function focusOn(element: Element | null): boolean {
  if (!(element instanceof HTMLElement) || element === document.body || !element.checkVisibility()) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/** Moves the focus to the heading of the screen. */
export function toHeading(): void {
  const heading = document.querySelector<HTMLElement>("#content h1") ?? document.getElementById("content");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
}

/** What had the focus has gone from the screen, such as a row that was deleted. */
export function rescueFocus(): void {
  if (document.activeElement === null || document.activeElement === document.body) toHeading();
}
