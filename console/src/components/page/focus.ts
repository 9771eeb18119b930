/** The keyboard focus, which must never be lost to the top of the page. */

/** Moves the focus to the element; false if it is gone or no longer visible. */
export function focusOn(element: Element | null): boolean {
  if (!(element instanceof HTMLElement) || element === document.body || !element.checkVisibility()) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/** Moves the focus to the heading of the screen. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>("#content h1") ?? document.getElementById("content");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
}

/** Finds a new place for the focus when its element is gone, such as a deleted row. */
export function rescueFocus(): void {
  if (document.activeElement === null || document.activeElement === document.body) focusHeading();
}
