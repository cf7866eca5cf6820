import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const address = "http://127.0.0.1:8787";
/** The server takes changes from its own pages alone, and the pages of this one come from elsewhere. */
const server = { target: address, headers: { origin: address } };

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: "react",
      autoCodeSplitting: true,
      codeSplittingOptions: {
        // One file per page, with its loader: else what every page asks of the server, and the names of several files
        // per page, would be loaded before the first page.
        defaultBehavior: [["component", "pendingComponent", "errorComponent", "notFoundComponent", "loader"]],
      },
      generatedRouteTree: "./src/route-tree.gen.ts",
      quoteStyle: "double",
      semicolons: true,
    }),
    react(),
    tailwindcss(),
  ],
  resolve: { alias: { "@": new URL("./src", import.meta.url).pathname } },
  server: {
    proxy: {
      "/v1": server,
      "/api": server,
      "/auth": server,
      "/health": server,
      "^/(query|confirm|tree|file)\\b": server,
    },
  },
  build: {
    // The oldest browsers with `light-dark()`, which every colour token uses.
    target: ["chrome123", "firefox120", "safari17.5"],
    // A data: URL would need a hole in the content security policy.
    assetsInlineLimit: 0,
    sourcemap: false,
    // Every browser named above preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The entry lists every page's files by name: short names keep it small.
        chunkFileNames: "assets/[hash:7].js",
        // What every page needs comes in one file: it compresses better together, and is one request.
        codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }] },
      },
    },
  },
  test: {
    environment: "happy-dom",
    setupFiles: ["./src/test/setup.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
    restoreMocks: true,
    // By itself it would leave a core idle, which of two is half of them.
    maxWorkers: "100%",
    testTimeout: 60_000,
  },
});
