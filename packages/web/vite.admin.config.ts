import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { slimContract } from './slim-contract.ts';
import { ADMIN_ASSETS_BASE } from './src/document/assets.ts';

/** A build of its own, so that it adds nothing to visitors' pages: it shares their source, not their files. */
export default defineConfig({
  plugins: [react(), tailwindcss(), slimContract({ isForAdministrators: true })],
  base: ADMIN_ASSETS_BASE,
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: 'dist/client/admin',
    assetsDir: '',
    manifest: true,
    modulePreload: false,
    rolldownOptions: { input: 'src/admin/entry-admin.tsx' },
  },
});
