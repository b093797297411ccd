import { expect, test } from 'vitest';
import { readXmlTree, type XmlElement } from '../../test/xml-tree.ts';
import { type Feed, type FeedFormat, type FeedItem, feedXml } from './feed-xml.ts';

const item: FeedItem = {
  page: 'https://charts.test/video/1',
  title: 'Test chart',
  description: 'Bars and a grid.',
  publishedAt: new Date('2026-11-22T10:00:00Z'),
  updatedAt: new Date('2026-11-23T11:00:00Z'),
  category: 'Charts',
  tags: ['bars', 'grid'],
  player: 'https://charts.test/embed/1',
  picture: { url: 'https://charts.test/media/thumbnail/1/1200x630.jpg', width: 1200, height: 630 },
  durationSeconds: 61,
};
const feed: Feed = {
  title: 'Charts',
  description: 'Slow charts.',
  language: 'pt-BR',
  page: 'https://charts.test/',
  self: 'https://charts.test/feed.rss',
  author: 'Charts',
  items: [item],
};

const ATOM = 'atom:';
const MEDIA = 'media:';
const all = ({ children }: XmlElement, name: string, prefix = '') =>
  children.filter((one) => one.name === prefix + name);
function only(parent: XmlElement, name: string, prefix = ''): XmlElement {
  const [found, ...more] = all(parent, name, prefix);
  if (!found || more.length > 0) throw new Error(`${parent.name} needs one ${name}.`);
  return found;
}

const rssOf = (some: Partial<Feed> = {}) =>
  only(readXmlTree(feedXml({ ...feed, ...some }, 'rss')), 'channel');
const atomOf = (some: Partial<Feed> = {}) => readXmlTree(feedXml({ ...feed, ...some }, 'atom'));
const itemIn = (some: Partial<FeedItem>) => only(rssOf({ items: [{ ...item, ...some }] }), 'item');
const entryIn = (some: Partial<FeedItem>) => only(atomOf({ items: [{ ...item, ...some }] }), 'entry', ATOM);

test('an RSS description is HTML, in which hostile text is text', () => {
  const { text } = only(itemIn({ description: '<b onclick="x">&amp;' }), 'description');
  expect(text).toBe('&#60;b onclick=&#34;x&#34;&#62;&#38;amp;');
});

test('what a video lacks is left out, and its title stands for its description', () => {
  const bare = { description: ' ', category: '', tags: [], picture: undefined, durationSeconds: 0 };
  expect(only(itemIn(bare), 'description').text).toBe('Test chart');
  expect(all(itemIn(bare), 'category')).toEqual([]);
  const entry = entryIn(bare);
  expect(only(entry, 'summary', ATOM).text).toBe('Test chart');
  expect(all(entry, 'category', ATOM)).toEqual([]);
  const content = only(entry, 'content', MEDIA);
  expect(content.attributes).toEqual({ medium: 'video' });
  expect(content.children.map(({ name }) => name)).toEqual(
    ['player', 'title', 'description', 'rating'].map((name) => MEDIA + name),
  );
  const unframed = entryIn({ ...bare, player: undefined });
  expect(all(unframed, 'content', MEDIA)).toEqual([]);
  expect(only(unframed, 'title', MEDIA).text).toBe('Test chart');
  const foreign = only(entryIn({ picture: { url: 'https://pictures.test/?a&b=<' } }), 'content', MEDIA);
  expect(only(foreign, 'thumbnail', MEDIA).attributes).toEqual({ url: 'https://pictures.test/?a&b=<' });
});

test('an empty feed is one too', () => {
  expect(all(rssOf({ items: [] }), 'item')).toEqual([]);
  expect(all(rssOf({ items: [] }), 'lastBuildDate')).toEqual([]);
  expect(only(atomOf({ items: [] }), 'updated', ATOM).text).toBe('1970-01-01T00:00:00.000Z');
});

test.each<FeedFormat>(['rss', 'atom'])('hostile texts stay texts in %s', (format) => {
  const hostile = `<b>&amp;"']]>\u0000\u001b\ufffe\ud800</title><script>😀`;
  const plain = `<b>&amp;"']]></title><script>😀`;
  const items = [{ ...item, title: hostile, description: hostile, category: hostile, tags: [hostile] }];
  const some = { title: hostile, description: hostile, author: hostile, items };
  const uri = format === 'rss' ? '' : ATOM;
  const list = format === 'rss' ? rssOf(some) : atomOf(some);
  expect(only(list, 'title', uri).text).toBe(plain);
  const found = only(list, format === 'rss' ? 'item' : 'entry', uri);
  expect(only(found, 'title', uri).text).toBe(plain);
  const content = only(found, 'content', MEDIA);
  expect(only(content, 'description', MEDIA).text).toBe(plain);
  expect(only(content, 'keywords', MEDIA).text).toBe(plain);
});

test('a long description is cut, never inside a character', () => {
  const entry = entryIn({ description: `${'a'.repeat(999)}😀 and more` });
  expect(only(entry, 'summary', ATOM).text).toBe('a'.repeat(999));
});
