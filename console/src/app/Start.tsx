import { type ComponentType, lazy, Suspense, useState } from "react";
import type { Session } from "../api/types";
import { PlainProblem } from "../components/plain/PlainProblem";
import { SignIn } from "../features/identity/SignIn";
import logo from "../logo.svg?inline";
import { readAllTexts } from "../texts/language";
import { LanguageProvider, type StartLanguage, storedLanguage, useStartTexts } from "../texts/startTexts";
import type { Beginning } from "./App";
import { reloadOnce } from "./lazyScreen";
import { PublicFrame } from "./PublicFrame";
import { ThemeChoice } from "./ThemeChoice";

interface StartProps {
  language: StartLanguage;
  /** Null: nobody is signed in. Undefined: not known, or of no account. */
  session: Session | null | undefined;
}

/** The first page: signing in, which needs little. All else is loaded after it. */
export function Start({ language, session }: StartProps) {
  const [beginning, setBeginning] = useState<Beginning>({ session, justSignedIn: false });
  return (
    <LanguageProvider first={language}>
      <ThemeChoice>
        {beginning.session === null ? (
          <PublicFrame>
            <SignIn onDone={(session, initialSecret) => setBeginning({ session, initialSecret, justSignedIn: true })} />
          </PublicFrame>
        ) : (
          <Suspense fallback={<Outline />}>
            <Console beginning={beginning} />
          </Suspense>
        )}
      </ThemeChoice>
    </LanguageProvider>
  );
}

/** The console, with its texts. After an upgrade both are new: the page is read again, once. */
const Console = lazy<ComponentType<{ beginning: Beginning }>>(async () => {
  try {
    const files = Promise.all([import("./App"), readAllTexts(storedLanguage())]);
    return (await files.catch(reloadOnce))[0];
  } catch (failure) {
    return {
      default: () => (
        <PublicFrame>
          <PlainProblem error={failure} />
        </PublicFrame>
      ),
    };
  }
});

/** What is seen until the console is there. */
function Outline() {
  const { frame, general } = useStartTexts();
  return (
    <div className="public">
      <header className="top">
        <img src={logo} alt="" width={28} height={28} />
        <strong>{frame.product}</strong>
      </header>
      <div className="coming" role="progressbar" aria-label={general.loading}>
        <div />
      </div>
    </div>
  );
}
