import { markupText } from '@vesper/contract';

/** A page of one sentence, for when nothing can be rendered. */
export function plainPage(sentence: string): string {
  const text = markupText(sentence);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${text}</title><h1>${text}</h1><p><a href="/">Back to the start page</a></p></html>`;
}
