import react from "@vitejs/plugin-react";
import { defineConfig, loadEnv } from "vite";

const FORWARDED = ["/api", "/oauth2", "/.well-known", "/health"];

export default defineConfig(({ mode }) => {
  const service = loadEnv(mode, ".", "PUC_").PUC_DEV_SERVICE ?? "http://127.0.0.1:8080";
  return {
    plugins: [react()],
    // The service puts another nonce into each page that it serves (app/api/website.py).
    html: { cspNonce: "NONCE-OF-THIS-PAGE" },
    build: { target: "es2022", chunkSizeWarningLimit: 900, reportCompressedSize: false },
    // The development server forwards to a running service, so that the session cookie stays same-origin.
    server: { proxy: Object.fromEntries(FORWARDED.map((path) => [path, service])) },
  };
});
