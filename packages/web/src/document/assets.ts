/** Where the server serves the built files. */
export const ASSETS_BASE = '/assets/';
/** The same for the back office. */
export const ADMIN_ASSETS_BASE = '/assets/admin/';
/** The same for the player in other sites' frames. */
export const EMBED_ASSETS_BASE = '/assets/embed/';

const CLIENT_ENTRY = 'src/entry-client.tsx';

/** Addresses of what every page loads, and of each page's own scripts, by page name. */
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

/**
 * What the public pages load, from Vite's client manifest: the entry, its styles, its static imports, and each page's
 * chunks. Throws if the manifest belongs to another build.
 */
export function assetsFromManifest(manifest: Manifest): Assets {
  const entry = manifest[CLIENT_ENTRY];
  if (!entry) throw new Error(`The client manifest has no ${CLIENT_ENTRY}.`);
  const imported = importsOf(manifest, entry, new Set([CLIENT_ENTRY]));
  const chunks = [entry, ...imported];
  return {
    scripts: [ASSETS_BASE + entry.file],
    styles: [...new Set(chunks.flatMap(({ css }) => css ?? []))].map((file) => ASSETS_BASE + file),
    preloads: imported.map(({ file }) => ASSETS_BASE + file),
    pages: pagesOf(manifest, new Set(chunks.map(({ file }) => file))),
  };
}

const ADMIN_ENTRY = 'src/admin/entry-admin.tsx';

/** What every page of the back office loads, from the manifest of its own build. */
export function adminAssetsFromManifest(manifest: Manifest): AdminAssets {
  const entry = manifest[ADMIN_ENTRY];
  if (!entry) throw new Error(`The manifest of the back office has no ${ADMIN_ENTRY}.`);
  const chunks = [entry, ...importsOf(manifest, entry, new Set([ADMIN_ENTRY]))];
  return {
    scripts: [ADMIN_ASSETS_BASE + entry.file],
    styles: [...new Set(chunks.flatMap(({ css }) => css ?? []))].map((file) => ADMIN_ASSETS_BASE + file),
  };
}

const EMBED_ENTRY = 'src/pages/embed/entry-embed.ts';

/** What the framed player loads, from the manifest of its own build. */
export function embedAssetsFromManifest(manifest: Manifest): EmbedAssets {
  const { [EMBED_ENTRY]: entry, 'style.css': style } = manifest;
  if (!entry || !style) throw new Error(`The manifest of the framed player has no ${EMBED_ENTRY}.`);
  return { script: EMBED_ASSETS_BASE + entry.file, style: EMBED_ASSETS_BASE + style.file };
}

const PAGE_INDEX = /^src\/pages\/([^/]+)\/index\.tsx?$/;

function pagesOf(manifest: Manifest, loaded: ReadonlySet<string>): Record<string, string[]> {
  const pages: Record<string, string[]> = {};
  for (const [source, chunk] of Object.entries(manifest)) {
    const name = PAGE_INDEX.exec(source)?.[1];
    if (!name) continue;
    const files = [chunk, ...importsOf(manifest, chunk, new Set([source]))].map(({ file }) => file);
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
