import { listenOnLoopback } from '../packages/test/loopback.ts';

export interface ForeignPage {
  /** "http://localhost:PORT": another host name than the site's. */
  origin: string;
  /** The page around a frame with this HTML. */
  around(frame: string): string;
  close(): Promise<void>;
}

/** Keeps messages of its frame, with the sender's origin, in `window.told`. */
const PAGE = (frame: string) => `<!doctype html><html lang="en"><title>A page of another site</title>
<style>body { margin: 0 } iframe { width: 100%; height: 22rem; border: 0 }</style>
<script>
window.told = [];
addEventListener('message', ({ data, origin }) => told.push({ ...data, origin }));
</script>
<h1>Another site</h1>${frame}</html>`;

export async function startForeignPage(): Promise<ForeignPage> {
  const { port, close } = await listenOnLoopback((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
    response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE(searchParams.get('frame') ?? ''));
  });
  const origin = `http://localhost:${port}`;
  return { origin, around: (frame) => `${origin}/?frame=${encodeURIComponent(frame)}`, close };
}
