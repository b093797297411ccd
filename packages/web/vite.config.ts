import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { slimContract } from './slim-contract.ts';
import { ASSETS_BASE } from './src/document/assets.ts';

const LIBRARIES =
  /\/node_modules\/(react|react-dom|scheduler|wouter|regexparam|use-sync-external-store|@tanstack|lucide-react)\//;
const SHARED = /\/packages\/(contract|web\/src\/(age-gate|data|shell|theme|ui))\//;
/** Fetched when they are first wanted. */
const LATER = /\/(toaster|tooltip|deterrents)\.tsx?$/;

/** What pages share travels in one file: many small ones pack worse and cost a request each. */
function isEveryPages(id: string): boolean {
  return LIBRARIES.test(id) || (SHARED.test(id) && !LATER.test(id));
}

/**
 * Two builds of one source: `vite build` for the browser into dist/client, and `vite build --ssr` for the
 * server into dist/server, one file that needs nothing beside it.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), slimContract()],
  base: ASSETS_BASE,
  // wouter brings this for Reacts that lack it; ours has it.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: isSsrBuild
    ? { outDir: 'dist/server', rolldownOptions: { output: { codeSplitting: false } } }
    : {
        outDir: 'dist/client',
        assetsDir: '',
        manifest: true,
        // Pages name what they load in their HTML; the helper that would preload for dynamic imports weighs more.
        modulePreload: false,
        rolldownOptions: {
          input: 'src/entry-client.tsx',
          output: { codeSplitting: { groups: [{ name: 'site', test: isEveryPages }] } },
        },
      },
}));
