/**
 * The Content-Security-Policy of the page allows styles in markup only with the nonce of this answer. antd makes
 * styles while it runs: it hands the nonce to some style elements only (not to the one that locks scrolling behind a
 * dialog), and measures growing text areas with a style attribute. So every style element gets the nonce when it is
 * made, and a style attribute is set as scripts may set it.
 */
export function applyStyleNonce(): void {
  const nonce = document.querySelector<HTMLElement>("meta[property=csp-nonce]")?.nonce;
  if (!nonce) return;
  const createElement = document.createElement.bind(document);
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = createElement(name, options);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  };
  const setAttribute = HTMLElement.prototype.setAttribute;
  HTMLElement.prototype.setAttribute = function (this: HTMLElement, name: string, value: string) {
    if (name === "style") this.style.cssText = value;
    else setAttribute.call(this, name, value);
  };
}
