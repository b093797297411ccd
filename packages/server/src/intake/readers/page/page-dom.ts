import type { Document } from 'domhandler';
import { DomHandler, Parser } from 'htmlparser2';

const PIECE_LENGTH = 16_384;
const MAX_DEPTH = 256;
const MAX_NODES = 50_000;

/**
 * A page's elements and texts, without its comments. Nothing in it runs. Stops at a depth of 256 elements or after
 * 50,000 elements and texts: what follows is left out.
 */
export function readDom(html: string): Document {
  const dom = new DomHandler();
  let depth = 0;
  let nodes = 0;
  let isFull = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      nodes += 1;
      isFull ||= depth > MAX_DEPTH || nodes > MAX_NODES;
      if (!isFull) dom.onopentag(name, attributes);
    },
    ontext(text) {
      nodes += 1;
      if (!isFull) dom.ontext(text);
    },
    onclosetag() {
      depth -= 1;
      if (!isFull) dom.onclosetag();
    },
  });
  for (let start = 0; start < html.length && !isFull; start += PIECE_LENGTH) {
    parser.write(html.slice(start, start + PIECE_LENGTH));
  }
  if (!isFull) parser.end();
  return dom.root;
}
