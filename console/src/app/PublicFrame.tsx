import type { ReactNode } from "react";
import logo from "../logo.svg?inline";
import { useStartTexts } from "../texts/startTexts";
import { Preferences } from "./Preferences";

/** The frame of screens before signing in. Its first line is the one of index.html. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const { frame } = useStartTexts();
  return (
    <div className="public">
      <header className="top">
        <img src={logo} alt="" width={28} height={28} />
        <strong>{frame.product}</strong>
        <span className="gap" />
        <Preferences />
      </header>
      <main className="card">{children}</main>
    </div>
  );
}
