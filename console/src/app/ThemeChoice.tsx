import {
  createContext,
  type ReactNode,
  useContext,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { DARK, LIGHT, ON_DARK } from "../design";

export const THEMES = ["light", "dark", "system"] as const;
export type Theme = (typeof THEMES)[number];

const STORAGE_KEY = "puc.theme";
const systemDark = window.matchMedia("(prefers-color-scheme: dark)");

/** For the styles in index.html: text on the primary colour. */
const ON_PRIMARY = { light: "#ffffff", dark: ON_DARK.Button.primaryColor };

const ThemeContext = createContext<{ selectedTheme: Theme; dark: boolean; selectTheme: (theme: Theme) => void }>({
  selectedTheme: "system",
  dark: false,
  selectTheme: () => undefined,
});

function storedTheme(): Theme {
  const stored = THEMES.find((option) => option === localStorage.getItem(STORAGE_KEY));
  return stored ?? "system";
}

export function useMediaQuery(query: MediaQueryList): boolean {
  return useSyncExternalStore(
    (notify) => {
      query.addEventListener("change", notify);
      return () => query.removeEventListener("change", notify);
    },
    () => query.matches,
  );
}

/** Light or dark, remembered in this browser. The styles in index.html get the colours of design.ts. */
export function ThemeChoice({ children }: { children: ReactNode }) {
  const [selectedTheme, setSelectedTheme] = useState(storedTheme);
  const system = useMediaQuery(systemDark);
  const dark = selectedTheme === "dark" || (selectedTheme === "system" && system);
  useLayoutEffect(() => applyColours(dark), [dark]);
  const choice = useMemo(
    () => ({ selectedTheme, dark, selectTheme: (next: Theme) => storeTheme(next, setSelectedTheme) }),
    [selectedTheme, dark],
  );
  return <ThemeContext value={choice}>{children}</ThemeContext>;
}

function applyColours(dark: boolean): void {
  const { style, dataset } = document.documentElement;
  const appearance = dark ? "dark" : "light";
  style.colorScheme = appearance;
  dataset.theme = appearance;
  for (const [name, colour] of Object.entries(dark ? DARK : LIGHT)) style.setProperty(`--${name}`, colour);
  style.setProperty("--onPrimary", ON_PRIMARY[appearance]);
}

function storeTheme(next: Theme, set: (theme: Theme) => void): void {
  localStorage.setItem(STORAGE_KEY, next);
  set(next);
}

export function useThemeChoice() {
  return useContext(ThemeContext);
}
