import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { readSession } from "./api/signIn";
import { asksToSignIn } from "./app/publicPages";
import { Start } from "./app/Start";
import { applyStyleNonce } from "./app/styleNonce";
import { readLanguage } from "./texts/startTexts";

applyStyleNonce();
const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
// Where it cannot be read, the console asks again and says what is wrong. Undefined too: the page is for everybody.
const session = asksToSignIn(window.location) ? readSession().catch(() => undefined) : Promise.resolve(undefined);
Promise.all([readLanguage(), session]).then(([language, session]) =>
  createRoot(root).render(
    <StrictMode>
      <Start language={language} session={session} />
    </StrictMode>,
  ),
);
