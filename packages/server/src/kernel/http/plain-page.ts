import { createHash } from 'node:crypto';
import { markupText } from '@vesper/contract';

/** A page of one sentence, for when nothing can be rendered. */
export function plainPage(sentence: string): string {
  const text = markupText(sentence);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${text}</title><h1>${text}</h1><p><a href="/">Back to the start page</a></p></html>`;
}

const FRAME_STYLE =
  'body{display:grid;place-content:center;min-height:100vh;margin:0;padding:1rem;box-sizing:border-box;background:#111;color:#ddd;font:.875rem/1.5 system-ui,sans-serif;text-align:center}';

/** Any page may frame it, for whose may is not known without the database; it has nothing but the sentence. */
export const PLAIN_FRAME_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(FRAME_STYLE).digest('base64')}'; frame-ancestors *; sandbox`;

/** The same for a frame in a page of another site. */
export function plainFrame(sentence: string): string {
  const text = markupText(sentence);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${text}</title><style>${FRAME_STYLE}</style><p>${text}</p></html>`;
}
