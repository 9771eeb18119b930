import { useEffect } from "react";
import { useTexts } from "../../texts/language";

/** Names the browser's tab after what is on the screen: tabs, history and bookmarks are told apart by it. */
export function useTitle(name: string): void {
  const { frame } = useTexts();
  useEffect(() => {
    document.title = `${name} · ${frame.product}`;
  }, [name, frame.product]);
}
