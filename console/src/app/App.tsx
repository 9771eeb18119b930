import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "react-router/dom";
import { Problem } from "../api/problem";
import { noticeEndOfSession } from "../api/session";
import { LanguageProvider } from "../texts/language";
import { Appearance } from "./Appearance";
import { router } from "./router";

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

/** Language, appearance, server state, routes. */
export function App() {
  return (
    <QueryClientProvider client={queries}>
      <LanguageProvider>
        <Appearance>
          <RouterProvider router={router} />
        </Appearance>
      </LanguageProvider>
    </QueryClientProvider>
  );
}
