import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { slimContract } from './slim-contract.ts';
import { ASSETS_BASE } from './src/document/assets.ts';

/**
 * Two builds of one source: `vite build` for the browser into dist/client, and `vite build --ssr` for the
 * server into dist/server, one file that needs nothing beside it.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), slimContract()],
  base: ASSETS_BASE,
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: isSsrBuild
    ? { outDir: 'dist/server', rolldownOptions: { output: { codeSplitting: false } } }
    : {
        outDir: 'dist/client',
        assetsDir: '',
        manifest: true,
        modulePreload: { polyfill: false },
        rolldownOptions: { input: 'src/entry-client.tsx' },
      },
}));
