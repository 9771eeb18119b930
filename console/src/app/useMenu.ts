import { useQuery } from "@tanstack/react-query";
import { overviewQuery } from "../api/sharedQueries";
import { useReader } from "../components/rights/useReader";
import { useTexts } from "../texts/language";
import { type Entry, menuEntries } from "./menu";

const REFRESH_MS = 60_000;

/** The menu of the reader, with how much waits, read again every minute. */
export function useMenu(): Entry[] {
  const { data } = useQuery({ ...overviewQuery, refetchInterval: REFRESH_MS });
  return menuEntries(useTexts(), useReader(), data?.waiting);
}
