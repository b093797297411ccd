import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { latinText } from './latin-text.ts';
import { slimContract } from './slim-contract.ts';
import { slimHls } from './slim-hls.ts';
import { slimIcons } from './slim-icons.ts';
import { ASSETS_BASE } from './src/document/assets.ts';

/** One file for what every page loads: many small ones compress worse. Most visits start on the home page. */
const FIRST_LOADED = /\/web\/src\/(entry-client\.tsx|pages\/home\/index\.tsx)$/;

/** `vite build` for the browser, `vite build --ssr` for the server: a single self-contained file. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), slimContract(), slimHls(), slimIcons(), latinText()],
  base: ASSETS_BASE,
  // wouter's polyfill for older versions of React; ours does not need it.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        assetsDir: '',
        // A web process keeps this text. Names stay, for errors in the log.
        rolldownOptions: { output: { codeSplitting: false, minify: { compress: true, mangle: false } } },
      }
    : {
        outDir: 'dist/client',
        assetsDir: '',
        manifest: true,
        // The pages' HTML lists what they load; the helper for dynamic imports would weigh more.
        modulePreload: false,
        rolldownOptions: {
          input: 'src/entry-client.tsx',
          output: {
            // Names in the first file do not compress.
            chunkFileNames: '[name]-[hash:7].js',
            codeSplitting: { groups: [{ name: 'site', test: FIRST_LOADED }] },
          },
        },
      },
}));
