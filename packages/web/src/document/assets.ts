/** Where the server serves the built files. */
export const ASSETS_BASE = '/assets/';

const CLIENT_ENTRY = 'src/entry-client.tsx';

/** Addresses of what a page loads. */
export interface Assets {
  scripts: string[];
  styles: string[];
  preloads: string[];
}

interface ManifestChunk {
  file: string;
  css?: string[];
  imports?: string[];
}

/**
 * What the public pages load, from Vite's client manifest: the entry, its styles, and the chunks it imports
 * statically. Throws if the manifest is of another build.
 */
export function assetsFromManifest(manifest: Record<string, ManifestChunk>): Assets {
  const entry = manifest[CLIENT_ENTRY];
  if (!entry) throw new Error(`The client manifest has no ${CLIENT_ENTRY}.`);
  const imported = importsOf(manifest, entry, new Set([CLIENT_ENTRY]));
  const chunks = [entry, ...imported];
  return {
    scripts: [ASSETS_BASE + entry.file],
    styles: [...new Set(chunks.flatMap(({ css }) => css ?? []))].map((file) => ASSETS_BASE + file),
    preloads: imported.map(({ file }) => ASSETS_BASE + file),
  };
}

function importsOf(
  manifest: Record<string, ManifestChunk>,
  chunk: ManifestChunk,
  seen: Set<string>,
): ManifestChunk[] {
  return (chunk.imports ?? []).flatMap((name) => {
    const imported = manifest[name];
    if (!imported || seen.has(name)) return [];
    seen.add(name);
    return [imported, ...importsOf(manifest, imported, seen)];
  });
}
