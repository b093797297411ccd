import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { slimContract } from './slim-contract.ts';
import { slimHls } from './slim-hls.ts';
import { ASSETS_BASE } from './src/document/assets.ts';

/**
 * What every page loads travels in one file, with all it imports: many small ones pack worse and cost a request
 * each. Most visits begin on the home page, so it is in there too.
 */
const FIRST_LOADED = /\/web\/src\/(entry-client\.tsx|pages\/home\/index\.ts)$/;

/**
 * Two builds of one source: `vite build` for the browser into dist/client, and `vite build --ssr` for the
 * server into dist/server, one file that needs nothing beside it.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), slimContract(), slimHls()],
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
          output: {
            // Every name that the first file mentions is noise that cannot be packed.
            chunkFileNames: '[name]-[hash:6].js',
            codeSplitting: { groups: [{ name: 'site', test: FIRST_LOADED }] },
          },
        },
      },
}));
