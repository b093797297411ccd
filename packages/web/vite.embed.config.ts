import { defineConfig } from 'vite';
import { slimContract } from './slim-contract.ts';
import { EMBED_ASSETS_BASE } from './src/document/assets.ts';

/**
 * The player in other sites' frames: one classic script without React. Where a frame is sandboxed into an origin of its
 * own, a module would not load, and the gate not open on the way to the video page.
 */
export default defineConfig({
  plugins: [slimContract()],
  base: EMBED_ASSETS_BASE,
  build: {
    outDir: 'dist/client/embed',
    assetsDir: '',
    manifest: true,
    // Else the script would add the styles to the page, which the policy forbids.
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input: 'src/pages/embed/entry-embed.ts',
      output: { format: 'iife', codeSplitting: false },
    },
  },
});
