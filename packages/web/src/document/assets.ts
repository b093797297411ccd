export const ASSETS_BASE = '/assets/';
export const ADMIN_ASSETS_BASE = '/assets/admin/';
export const EMBED_ASSETS_BASE = '/assets/embed/';

const CLIENT_ENTRY = 'src/entry-client.tsx';

/** What every page loads, and each page's own scripts by page name. */
export interface Assets {
  scripts: string[];
  styles: string[];
  preloads: string[];
  pages: Readonly<Record<string, string[]>>;
}

export type AdminAssets = Pick<Assets, 'scripts' | 'styles'>;

export interface EmbedAssets {
  script: string;
  style: string;
}

interface ManifestChunk {
  file: string;
  css?: string[];
  imports?: string[];
}

type Manifest = Record<string, ManifestChunk>;

/** From Vite's client manifest. Throws, as do the others, if the manifest belongs to another build. */
export function assetsFromManifest(manifest: Manifest): Assets {
  const [entry, ...imported] = chunksOf(manifest, CLIENT_ENTRY);
  return {
    scripts: [ASSETS_BASE + entry.file],
    styles: stylesOf([entry, ...imported], ASSETS_BASE),
    preloads: imported.map(({ file }) => ASSETS_BASE + file),
    pages: pagesOf(manifest, new Set([entry, ...imported].map(({ file }) => file))),
  };
}

export function adminAssetsFromManifest(manifest: Manifest): AdminAssets {
  const [entry, ...imported] = chunksOf(manifest, 'src/admin/entry-admin.tsx');
  return {
    scripts: [ADMIN_ASSETS_BASE + entry.file],
    styles: stylesOf([entry, ...imported], ADMIN_ASSETS_BASE),
  };
}

export function embedAssetsFromManifest(manifest: Manifest): EmbedAssets {
  const [entry] = chunksOf(manifest, 'src/pages/embed/entry-embed.ts');
  const [style] = chunksOf(manifest, 'style.css');
  return { script: EMBED_ASSETS_BASE + entry.file, style: EMBED_ASSETS_BASE + style.file };
}

/** The chunk of a source file, and all that it imports statically. */
function chunksOf(manifest: Manifest, source: string): [ManifestChunk, ...ManifestChunk[]] {
  const chunk = manifest[source];
  if (!chunk) throw new Error(`The manifest of the build has no ${source}.`);
  return [chunk, ...importsOf(manifest, chunk, new Set([source]))];
}

function stylesOf(chunks: readonly ManifestChunk[], base: string): string[] {
  return [...new Set(chunks.flatMap(({ css }) => css ?? []))].map((file) => base + file);
}

const PAGE_INDEX = /^src\/pages\/([^/]+)\/index\.tsx?$/;

function pagesOf(manifest: Manifest, loaded: ReadonlySet<string>): Record<string, string[]> {
  const pages: Record<string, string[]> = {};
  for (const source of Object.keys(manifest)) {
    const name = PAGE_INDEX.exec(source)?.[1];
    if (!name) continue;
    const files = chunksOf(manifest, source).map(({ file }) => file);
    pages[name] = files.filter((file) => !loaded.has(file)).map((file) => ASSETS_BASE + file);
  }
  return pages;
}

function importsOf(manifest: Manifest, chunk: ManifestChunk, seen: Set<string>): ManifestChunk[] {
  return (chunk.imports ?? []).flatMap((name) => {
    const imported = manifest[name];
    if (!imported || seen.has(name)) return [];
    seen.add(name);
    return [imported, ...importsOf(manifest, imported, seen)];
  });
}
