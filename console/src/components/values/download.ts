/** Has the browser save what is at an address. Without a name it is called as the center says. */
export function download(href: string, name = ""): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = name;
  link.click();
}

/** Has the browser save a YAML file. */
export function downloadYaml(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/yaml" }));
  download(url, name);
  URL.revokeObjectURL(url);
}
