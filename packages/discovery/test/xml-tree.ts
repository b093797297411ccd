import { SaxesParser } from 'saxes';

/** Named with the usual prefix of its namespace. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
}

const PREFIXES: Readonly<Record<string, string>> = {
  '': '',
  'http://www.sitemaps.org/schemas/sitemap/0.9': '',
  'http://www.google.com/schemas/sitemap-video/1.1': 'video:',
  'http://www.w3.org/2005/Atom': 'atom:',
  'http://search.yahoo.com/mrss/': 'media:',
};

/** The document's root; throws on broken XML 1.0 or unknown namespaces. */
export function readXmlTree(xml: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  const top: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    const prefix = PREFIXES[uri];
    if (prefix === undefined) throw new Error(`${uri} is not a known namespace.`);
    const own = Object.values(attributes).filter(({ name }) => !/^xmlns(?::|$)/.test(name));
    const element: XmlElement = {
      name: prefix + local,
      attributes: Object.fromEntries(own.map(({ name, value }) => [name, value])),
      children: [],
      text: '',
    };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  const add = (text: string) => {
    const last = open.at(-1);
    if (last) last.text += text;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    const closed = open.pop();
    if (closed) closed.text = closed.text.trim();
  });
  parser.write(xml).close();
  const [root] = top.children;
  if (!root) throw new Error('The document has no element.');
  return root;
}
