import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { createXmlParser } from '../readers/index.ts';

/** Without the namespace prefix. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string | undefined>>;
  /** Indexed: manifests look up the same few among a thousand siblings. */
  children: ReadonlyMap<string, XmlElement[]>;
  text: string;
}

/** Three tracks with a line for each segment. */
const MOST_ELEMENTS = 100_000;
const MANIFEST = { noun: 'manifest', notCode: 'not_video', maxDepth: 16 } as const;
/** Bounds are checked between pieces. */
const PIECE = 65_536;

/** Throws SourceError for invalid XML, own entities, or out of bounds. */
export function readXmlTree(text: string): XmlElement {
  const root = newElement('', {});
  const path = [root];
  let count = 0;
  const parser = createXmlParser(MANIFEST, {
    open(name, _depth, attributes) {
      count += 1;
      if (count > MOST_ELEMENTS)
        throw new SourceError('too_many', 'The manifest has more elements than are allowed.');
      const element = newElement(localName(name), attributes);
      const { children } = path.at(-1) ?? root;
      const alike = children.get(element.name);
      if (alike) alike.push(element);
      else children.set(element.name, [element]);
      path.push(element);
    },
    text(part) {
      const element = path.at(-1);
      if (element && element.text.length < 10_000) element.text += part;
    },
    close() {
      path.pop();
    },
  });
  for (let at = 0; at < text.length; at += PIECE) parser.write(text.slice(at, at + PIECE));
  parser.end();
  return [...root.children.values()][0]?.[0] ?? root;
}

type GrowingElement = XmlElement & { children: Map<string, XmlElement[]> };

function newElement(name: string, attributes: XmlElement['attributes']): GrowingElement {
  return { name, attributes, children: new Map(), text: '' };
}

export function childrenOf(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element?.children.get(name) ?? [];
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
