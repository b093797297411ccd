import { describe, expect, test } from 'vitest';
import { parseEmbedProviders } from './index.ts';

const options = {
  mayBePlain: (hostname: string) => hostname === '127.0.0.1',
  isOwn: (hostname: string, port: number) => hostname === 'videos.example' && port === 443,
};
const parse = (text: string) => parseEmbedProviders(text, options);

const providers = parse(`
  Clips=https://player.example/embed/{id}
  clips.watch=https://www.clips.example/watch?v={id}&mode=page
  clips.oembed=https://www.clips.example/oembed?key=1
  films=https://films.example:8443/play.php?mode=embed&id={id}
  films.id=[0-9]{1,12}`);

describe('an address', () => {
  test.each([
    ['https://player.example/embed/a_B-9', 'clips', 'a_B-9'],
    ['https://player.example/embed/a1/', 'clips', 'a1'],
    ['https://player.example/embed/a1?autoplay=1#t=3', 'clips', 'a1'],
    ['http://PLAYER.example/embed/a1', 'clips', 'a1'],
    ['https://www.clips.example/watch?v=a1', 'clips', 'a1'],
    ['https://www.clips.example/watch?list=x&v=a1&mode=page', 'clips', 'a1'],
    ['https://films.example:8443/play.php?id=12', 'films', '12'],
  ])('%s is of a provider', (address, provider, id) => {
    expect(providers.find(address)).toEqual({ provider, id });
  });

  test.each([
    'https://player.example/embed/',
    'https://player.example.evil.example/embed/a1',
    'https://user@player.example/embed/a1',
    'https://player.example/embed/a%2e1',
    'https://player.example/embed/..',
    `https://player.example/embed/${'a'.repeat(65)}`,
    'https://www.clips.example/watch?v=a1&v=b2',
    'https://www.clips.example/watch?v=a1&mode=edit',
    'javascript:alert(1)//player.example/embed/a1',
    '<iframe src="https://player.example/embed/a1">',
  ])('%j is of none', (address) => {
    expect(providers.find(address)).toBeUndefined();
  });
});

test('the player is rebuilt from provider and id', () => {
  expect(providers.frameOf({ provider: 'clips', id: 'a1' })).toEqual({
    label: 'Clips',
    playerUrl: 'https://player.example/embed/a1',
    watchUrl: 'https://www.clips.example/watch?v=a1&mode=page',
    hostname: 'player.example',
  });
  expect(providers.frameOf({ provider: 'films', id: '12' })).toMatchObject({
    playerUrl: 'https://films.example:8443/play.php?mode=embed&id=12',
    watchUrl: 'https://films.example:8443/play.php?mode=embed&id=12',
  });
});

test.each([
  ['clips', 'a/b'],
  ['clips', '$&'],
  ['clips', 'a&b=c'],
  ['films', 'a1'],
  ['films', '12\n'],
  ['others', 'a1'],
])('no player is built for %s and %j', (provider, id) => {
  expect(providers.frameOf({ provider, id })).toBeUndefined();
});

test('the pattern of a provider cannot let an id out of its place', () => {
  const anything = parse('any=https://player.example/{id} any.id=.*');
  for (const id of ['a/b', '..', '.', 'a?b', 'a#b', 'a b', '%2e', ''])
    expect(anything.frameOf({ provider: 'any', id })).toBeUndefined();
  expect(anything.frameOf({ provider: 'any', id: 'a.b~c' })?.playerUrl).toBe('https://player.example/a.b~c');
});

test('the provider is asked in oEmbed by the watch page', () => {
  expect(providers.oembedAddress({ provider: 'clips', id: 'a1' })).toBe(
    'https://www.clips.example/oembed?key=1&url=https%3A%2F%2Fwww.clips.example%2Fwatch%3Fv%3Da1%26mode%3Dpage&format=json',
  );
  expect(providers.oembedAddress({ provider: 'films', id: '12' })).toBeUndefined();
});

test('each origin that frames come from is named once, and every host', () => {
  const two = parse('a=https://player.example/a/{id} b=https://player.example/b/{id}');
  expect(two.origins).toEqual(['https://player.example']);
  expect([...providers.hosts]).toEqual(['player.example', 'www.clips.example', 'films.example:8443']);
});

test.each([
  ['https://player.example/embed/{id}', /holds "https:.*", which is not NAME=ADDRESS/],
  ['clips', /holds "clips", which is not NAME=ADDRESS/],
  ['clips.width=1', /holds "clips\.width": the options of a provider are watch, oembed, id/],
  ['clips.watch=https://player.example/{id}', /has options for clips but not its player/],
  ['clips=http://player.example/embed/{id}', /clips's address .* must begin with https:/],
  ['clips=javascript:alert({id})', /is not an https address/],
  ['clips=https://player.example/embed/', /has no \{id\}/],
  ['clips=https://player.example/{id}/{id}', /has more than one \{id\}/],
  ['clips=https://{id}.player.example/', /as a whole part of its path or as the whole value/],
  ['clips=https://player.example/?{id}=1', /as a whole part of its path or as the whole value/],
  ['clips=https://player.example/{id}#t', /has a part after "#"/],
  ['clips=https://a:b@player.example/{id}', /holds a user name or a password/],
  ['clips=https://videos.example/embed/{id}', /belongs to this site/],
  ['clips=https://player.example/{id} Clips=https://player.test/{id}', /says Clips twice/],
  ['a=https://player.example/{id} b=https://player.example/{id}', /gives a and b the same address/],
  [
    'a=https://a.example/{id} b=https://b.example/{id} b.watch=https://a.example/{id}',
    /gives a and b the same/,
  ],
  [
    'clips=https://player.example/{id} clips.oembed=http://player.example/',
    /clips\.oembed's address .* https:/,
  ],
  ['clips=https://player.example/{id} clips.id=[0-9', /is not a regular expression/],
])('%j is refused with a sentence', (text, sentence) => {
  expect(() => parse(text)).toThrow(sentence);
  expect(() => parse(text)).toThrow(/^EMBED_PROVIDERS .*\.$/);
});
