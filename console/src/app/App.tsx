import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { RouterProvider } from "react-router/dom";
import { Problem } from "../api/problem";
import { noticeEndOfSession, sessionQuery } from "../api/session";
import type { Session } from "../api/types";
import { AllTextsProvider } from "../texts/language";
import { Appearance } from "./Appearance";
import { SignInBefore } from "./RequireSession";
import { router } from "./router";
import "./styles.css";

const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (thrown) => noticeEndOfSession(queries, thrown) }),
  mutationCache: new MutationCache({ onError: (thrown) => noticeEndOfSession(queries, thrown) }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // Try again only if no answer came: the center would refuse again what it refused.
      retry: (failures, thrown) => failures < 2 && !(thrown instanceof Problem && thrown.code !== "unreachable"),
    },
  },
});

/** What was known before the console was loaded. */
export interface Beginning {
  /** Undefined if it was not read. */
  session: Session | null | undefined;
  justSignedIn: boolean;
  /** As it was typed just now, if it must be changed first. */
  initialSecret?: string;
}

/** The console: all texts, appearance, server state, routes. */
export default function App({ beginning }: { beginning: Beginning }) {
  useState(() => {
    if (beginning.session) queries.setQueryData(sessionQuery.queryKey, beginning.session);
  });
  return (
    <QueryClientProvider client={queries}>
      <AllTextsProvider>
        <Appearance>
          <SignInBefore value={beginning}>
            <RouterProvider router={router} />
          </SignInBefore>
        </Appearance>
      </AllTextsProvider>
    </QueryClientProvider>
  );
}
