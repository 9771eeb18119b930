import { useEffect } from "react";
import { useTexts } from "../../texts/language";

/** Sets the title of the browser's tab to what the screen shows, so that tabs, history and bookmarks differ. */
export function useTitle(name: string): void {
  const { frame } = useTexts();
  useEffect(() => {
    document.title = `${name} · ${frame.product}`;
  }, [name, frame.product]);
}
