import { useEffect } from "react";
import { useStartTexts } from "../../texts/startTexts";

/** Sets the title of the browser's tab to what the screen shows, so that tabs, history and bookmarks differ. */
export function useTitle(name: string): void {
  const { frame } = useStartTexts();
  useEffect(() => {
    document.title = `${name} · ${frame.product}`;
  }, [name, frame.product]);
}
