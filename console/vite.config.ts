import react from "@vitejs/plugin-react";
import { defineConfig, loadEnv } from "vite";

const FORWARDED = ["/api", "/oauth2", "/.well-known", "/health"];

/**
 * A few big files instead of two hundred small ones, each with all that its modules import. The first is what everybody
 * loads, the second, with all styles, what everybody loads who has signed in; texts are those of one language.
 */
const GROUPS = [
  { name: "start", tags: ["$initial" as const] },
  { name: "start-en-US", test: /src.texts.en-US.start\.ts/ },
  { name: "start-zh-CN", test: /src.texts.zh-CN.start\.ts/ },
  { name: "console", test: /src.app.(App|Frame)\.tsx|\.css$/ },
  { name: "en-US", test: /src.texts.en-US/ },
  { name: "zh-CN", test: /src.texts.zh-CN/ },
  { name: "parts", test: /node_modules|src.components|src.api/, minShareCount: 3 },
  { name: "places", test: /src.features.(resources|access)/ },
  { name: (id: string) => /src.features.(\w+)/.exec(id)?.[1], minShareCount: 2, debugName: "features" },
].map((group, index) => ({ ...group, priority: 100 - index }));

export default defineConfig(({ mode }) => {
  const service = loadEnv(mode, ".", "PUC_").PUC_DEV_SERVICE ?? "http://127.0.0.1:8080";
  return {
    plugins: [react()],
    // The service puts another nonce into each page that it serves (app/api/website.py).
    html: { cspNonce: "NONCE-OF-THIS-PAGE" },
    build: {
      target: "es2022",
      chunkSizeWarningLimit: 900,
      reportCompressedSize: false,
      // Every browser that knows es2022 preloads modules by itself.
      modulePreload: { polyfill: false },
      rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
    },
    // The development server forwards to a running service, so that the session cookie stays same-origin.
    server: { proxy: Object.fromEntries(FORWARDED.map((path) => [path, service])) },
  };
});
