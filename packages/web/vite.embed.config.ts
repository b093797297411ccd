import { defineConfig } from 'vite';
import { slimContract } from './slim-contract.ts';
import { EMBED_ASSETS_BASE } from './src/document/assets.ts';

/** A classic script without React: in a frame sandboxed into its own origin, a module would not load. */
export default defineConfig({
  plugins: [slimContract()],
  base: EMBED_ASSETS_BASE,
  build: {
    outDir: 'dist/client/embed',
    assetsDir: '',
    manifest: true,
    // Else the script adds the styles, which the policy forbids.
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input: 'src/pages/embed/entry-embed.ts',
      output: { format: 'iife', codeSplitting: false },
    },
  },
});
