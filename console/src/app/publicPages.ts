const PUBLIC = [
  "/register",
  "/register/status",
  "/sign-out",
  "/sign-in/company",
  "/choose-password",
  "/forgotten-password",
];

/** Whether whoever opens this address signs in first. Of the pages without an account, the router has the list too. */
export function asksToSignIn({ pathname, search }: { pathname: string; search: string }): boolean {
  const params = new URLSearchParams(search);
  // An application that asks without a question (`prompt=none`) gets its answer from the console.
  if (pathname === "/authorize") return params.has("request") && !params.has("silent");
  return !PUBLIC.includes(pathname);
}
