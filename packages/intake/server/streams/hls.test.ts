import { describe, expect, test } from 'vitest';
import { attributesOf } from './hls-lines.ts';
import { isMaster, readMaster } from './hls-master.ts';
import { readMedia } from './hls-media.ts';

const URL = 'https://cdn.example.test/films/7/list.m3u8';
const at = (name: string) => `https://cdn.example.test/films/7/${name}`;
const list = (...lines: string[]) => ['#EXTM3U', ...lines, '#EXT-X-ENDLIST'].join('\n');
const names = (text: string) =>
  readMedia(text, URL).map(({ init, segments }) =>
    [init, ...segments].map((one) => one?.url.split('/').at(-1)),
  );

describe('attributes', () => {
  test('may be quoted, with commas and equals signs inside', () => {
    const read = attributesOf('A=1,CODECS="avc1.64001f,mp4a.40.2", URI="k?a=b,c" ,LAST=x');
    expect(Object.fromEntries(read)).toEqual({
      A: '1',
      CODECS: 'avc1.64001f,mp4a.40.2',
      URI: 'k?a=b,c',
      LAST: 'x',
    });
  });

  // What takes time by the square of a line would take hours.
  test.each([',', '"', '=', 'A=', 'A="', 'A=B"', '__proto__=1,'])(
    'made of a million of %j are read',
    (piece) => {
      expect(attributesOf(piece.repeat(1e6)).size).toBeLessThanOrEqual(2);
    },
  );
});

describe('a media playlist', () => {
  test('may have lines of any kind, comments, blank ones, and tags unknown to us', () => {
    expect(
      names(
        '\uFEFF#EXTM3U\r\n# hello\r\n\r\n#EXT-X-NEWS:1\r\n  #EXTINF:4.2,A title, with "\r\n a.ts \r\n#EXT-X-ENDLIST',
      ),
    ).toEqual([[undefined, 'a.ts']]);
  });

  test('names relative, rooted, protocol-relative and absolute addresses', () => {
    const text = list(
      'a.ts',
      '../b.ts',
      '/c.ts',
      '//other.example.test/d.ts',
      'http://other.example.test/e.ts?x#y',
    );
    expect(readMedia(text, URL)[0]?.segments.map(({ url }) => url)).toEqual([
      at('a.ts'),
      'https://cdn.example.test/films/b.ts',
      'https://cdn.example.test/c.ts',
      'https://other.example.test/d.ts',
      'http://other.example.test/e.ts?x#y',
    ]);
  });

  test('without an end is finished if it is of the kind that never changes', () => {
    expect(names('#EXTM3U\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:1,\na.ts')).toHaveLength(1);
    expect(() => names('#EXTM3U\n#EXT-X-PLAYLIST-TYPE:EVENT\n#EXTINF:1,\na.ts')).toThrow(
      'This is a live stream.',
    );
  });

  test('has ranges that continue where the one before ended', () => {
    const text = list(
      '#EXT-X-BYTERANGE:10@5',
      'a',
      '#EXT-X-BYTERANGE:20',
      'a',
      'b',
      '#EXT-X-BYTERANGE:1@0',
      'a',
    );
    expect(readMedia(text, URL)[0]?.segments.map(({ range }) => range)).toEqual([
      { offset: 5, length: 10 },
      { offset: 15, length: 20 },
      undefined,
      { offset: 0, length: 1 },
    ]);
    for (const bad of [
      '#EXT-X-BYTERANGE:20',
      '#EXT-X-BYTERANGE:0@0',
      '#EXT-X-BYTERANGE:a@b',
      '#EXT-X-BYTERANGE:1@-1',
    ])
      expect(() => names(list(bad, 'c'))).toThrow('byte range that cannot be read');
  });

  test('begins a part with each discontinuity, header and gap', () => {
    const text = list(
      ...['#EXT-X-MAP:URI="i"', '#EXTINF:9', 'a', '#EXTINF:9', 'b', '#EXT-X-DISCONTINUITY', '#EXTINF:9', 'c'],
      ...[
        '#EXT-X-MAP:URI="j",BYTERANGE="9@1"',
        '#EXTINF:9',
        'd',
        '#EXT-X-GAP',
        '#EXTINF:1',
        'e',
        '#EXTINF:9',
        'f',
      ],
    );
    expect(names(text)).toEqual([
      ['i', 'a', 'b'],
      ['i', 'c'],
      ['j', 'd'],
      ['j', 'f'],
    ]);
    expect(readMedia(text, URL)[2]?.init?.range).toEqual({ offset: 1, length: 9 });
  });

  test('has keys until the next, of which one usable is enough', () => {
    const other = '#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://1",KEYFORMAT="com.apple.streamingkeydelivery"';
    const text = list('#EXT-X-KEY:METHOD=AES-128,URI="k1"', other, 'a', 'b', '#EXT-X-KEY:METHOD=NONE', 'c');
    const keys = readMedia(text, URL)[0]?.segments.map(({ key }) => key && [key.url, key.iv.toString('hex')]);
    expect(keys).toEqual([[at('k1'), '0'.repeat(32)], [at('k1'), `${'0'.repeat(31)}1`], undefined]);
    expect(() => names(list('#EXT-X-KEY:METHOD=AES-128,URI="k1"', 'a', other, 'b'))).toThrow(
      'copy-protected (SAMPLE-AES)',
    );
    expect(() => names(list('#EXT-X-KEY:METHOD=AES-128,URI="k1",KEYFORMAT="com.widevine"', 'a'))).toThrow(
      '(com.widevine)',
    );
    expect(() => names(list('#EXT-X-KEY:METHOD=AES-128,URI="k1",IV=0xzz', 'a'))).toThrow(
      'initialization vector',
    );
    expect(() => names(list('#EXT-X-KEY:METHOD=AES-128', 'a'))).toThrow('has no address for its key');
  });

  test.each([
    ['a word of a prototype', '#constructor\n#EXTconstructor:1\n#EXTtoString:1'],
    ['numbers out of range', '#EXT-X-MEDIA-SEQUENCE:99999999999999999999\n#EXTINF:1e999,'],
    ['a negative length', '#EXTINF:-5,'],
  ])('survives %s', (_what, lines) => {
    expect(names(list(lines, 'a.ts'))).toEqual([[undefined, 'a.ts']]);
  });

  test('is not read beyond its bounds', () => {
    const text = list(`${'x'.repeat(5_000)}`);
    expect(() => names(text)).toThrow('The playlist names an address that is too long.');
  });
});

describe('a master playlist', () => {
  const variants = [
    [
      '#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=640x360,CODECS="avc1.4d401e,mp4a.40.2",AUDIO="a"',
      '360.m3u8',
    ],
    [
      '#EXT-X-STREAM-INF:BANDWIDTH=5000000,RESOLUTION=1920x1080,CODECS="hvc1.1.6.L93,mp4a.40.2",AUDIO="a"',
      '1080-hevc.m3u8',
    ],
    [
      '#EXT-X-STREAM-INF:BANDWIDTH=3000000,RESOLUTION=1920x1080,CODECS="avc1.640028,mp4a.40.2"',
      '1080-low.m3u8',
    ],
    [
      '#EXT-X-STREAM-INF:BANDWIDTH=6000000,RESOLUTION=1920x1080,CODECS="avc1.640028,mp4a.40.2",AUDIO="b"',
      '1080.m3u8',
    ],
    ['#EXT-X-STREAM-INF:BANDWIDTH=9000000,RESOLUTION=3840x2160,CODECS="avc1.640033"', '2160.m3u8'],
    ['#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=99000000,RESOLUTION=1920x1080,URI="pictures.m3u8"', '#'],
    ['#EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS="mp4a.40.2"', 'sound.m3u8'],
    ['#EXT-X-STREAM-INF:BANDWIDTH=7000000,RESOLUTION=1080x1920,CODECS="dvh1.05.01"', 'vision.m3u8'],
  ];
  const sounds = [
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="one",URI="one.m3u8"',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="two",DEFAULT=YES,URI="two.m3u8"',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="b",NAME="inside",DEFAULT=YES',
    '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="b",NAME="words",URI="words.m3u8"',
  ];
  const text = ['#EXTM3U', ...sounds, ...variants.flat()].join('\n');

  test.each([
    [1080, '1080.m3u8', undefined],
    [4320, '2160.m3u8', undefined],
    [720, '360.m3u8', 'two.m3u8'],
    [90, '360.m3u8', 'two.m3u8'],
  ])('up to %i gives %s and its sound', (height, picture, sound) => {
    expect(isMaster(text)).toBe(true);
    expect(readMaster(text, URL, height)).toEqual({ pictureUrl: at(picture), soundUrl: sound && at(sound) });
  });

  test('with nothing to take, or too much of it, is refused', () => {
    expect(() => readMaster('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n', URL, 1080)).toThrow(
      'has no usable rendition',
    );
    const many = `#EXTM3U\n${'#EXT-X-STREAM-INF:BANDWIDTH=1\na\n'.repeat(1_100)}`;
    expect(() => readMaster(many, URL, 1080)).toThrow('has more than 1000 renditions');
  });
});
