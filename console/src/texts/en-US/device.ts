import type { Texts } from "../texts";

export const device: Texts["device"] = {
  title: "Sign in a device",
  hint: "Lets a command line program use the user center in your name.",
  code: "Code",
  codeHint: "The 8 letters that the terminal shows.",
  next: "Continue",
  asks: "A program asks to sign in as you",
  program: "Program",
  address: "Asks from",
  asked: "Asked at",
  account: "In the name of",
  life: "For",
  renewed: (days) => `until you end it, ${days} at most`,
  warning: "Did you start this yourself, just now?",
  warningHint:
    "Compare the code with the one in your terminal. If somebody sent you the code or a link, deny: whoever sent it could then do everything you can do.",
  approve: "Approve",
  deny: "Deny",
  approved: "Approved",
  approvedHint:
    "Go back to the terminal; this page can be closed. Its access is listed under “Security” in the account menu, where you can end it.",
  denied: "Denied",
  deniedHint: "The program got nothing.",
  another: "Type another code",
};
