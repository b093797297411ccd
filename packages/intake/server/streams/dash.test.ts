import { describe, expect, test } from 'vitest';
import { readManifest, secondsOf } from './dash-manifest.ts';
import type { Track } from './stream-plan.ts';

const URL = 'https://cdn.example.test/films/7/manifest.mpd';
const at = (name: string) => `https://cdn.example.test/films/7/${name}`;
const mpd = (inside: string, attributes = 'type="static" mediaPresentationDuration="PT10S"') =>
  `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" ${attributes}>${inside}</MPD>`;
const period = (inside: string, attributes = '') => `<Period ${attributes}>${inside}</Period>`;
const video = (segments: string, attributes = '') =>
  `<AdaptationSet mimeType="video/mp4"><Representation id="v1" bandwidth="7" width="160" height="90" ${attributes}>${segments}</Representation></AdaptationSet>`;
const read = (text: string, height = 1080) => readManifest(text, URL, height);
const pictureOf = (segments: string) => read(mpd(period(video(segments))))[0]?.picture;
const urls = (track: Track | undefined) => track?.segments.map(({ url }) => url.split('/').at(-1));

describe('segments', () => {
  test('by template and number', () => {
    const track = pictureOf(
      '<SegmentTemplate media="$RepresentationID$-$Number%03d$-$Bandwidth$-$$.m4s" initialization="$RepresentationID$.mp4" duration="4000" timescale="1000" startNumber="5"/>',
    );
    expect(track?.init?.url).toBe(at('v1.mp4'));
    expect(urls(track)).toEqual(['v1-005-7-$.m4s', 'v1-006-7-$.m4s', 'v1-007-7-$.m4s']);
    expect(track?.segments.map(({ durationSeconds }) => durationSeconds)).toEqual([4, 4, 4]);
  });

  test('by template and time, with repetitions, jumps, and one open to the end', () => {
    const track = pictureOf(
      '<SegmentTemplate media="$Time$.m4s" timescale="10"><SegmentTimeline><S t="5" d="10" r="1"/><S d="5"/><S t="60" d="20" r="-1"/></SegmentTimeline></SegmentTemplate>',
    );
    expect(urls(track)).toEqual(['5.m4s', '15.m4s', '25.m4s', '60.m4s', '80.m4s', '100.m4s']);
  });

  test('by list, of files or of ranges', () => {
    const track = pictureOf(
      '<BaseURL>a/</BaseURL><BaseURL>b/</BaseURL><SegmentList><Initialization sourceURL="i.mp4" range="0-9"/><SegmentURL media="1.m4s"/><SegmentURL media="2.m4s" mediaRange="10-19"/></SegmentList>',
    );
    expect(track?.init).toMatchObject({ url: at('a/i.mp4'), range: { offset: 0, length: 10 } });
    expect(track?.segments.map(({ url, range }) => [url, range])).toEqual([
      [at('a/1.m4s'), undefined],
      [at('a/2.m4s'), { offset: 10, length: 10 }],
    ]);
  });

  test('that are one whole file', () => {
    const track = pictureOf('<BaseURL>film.mp4</BaseURL><SegmentBase indexRange="800-900"/>');
    expect(track).toMatchObject({ init: undefined, segments: [{ url: at('film.mp4'), range: undefined }] });
  });

  test('are described level by level, the nearest last', () => {
    const [part] = read(
      mpd(
        `<BaseURL>//media.example.test/root/</BaseURL>${period(
          `<BaseURL>p/</BaseURL><SegmentTemplate timescale="10" duration="50"/><AdaptationSet contentType="video"><SegmentTemplate media="far-$Number$.m4s" initialization="i"/><Representation id="1"><SegmentTemplate media="near-$Number$.m4s"/></Representation></AdaptationSet>`,
        )}`,
      ),
    );
    expect(part?.picture.segments.map(({ url }) => url)).toEqual([
      'https://media.example.test/root/p/near-1.m4s',
      'https://media.example.test/root/p/near-2.m4s',
    ]);
  });

  test.each([
    ['no addresses', '<SegmentTemplate duration="1"/>', 'a template without addresses'],
    ['no count', '<SegmentTemplate media="a"/>', 'does not say how many segments'],
    [
      'no length',
      '<SegmentTemplate media="a"><SegmentTimeline><S/></SegmentTimeline></SegmentTemplate>',
      'a segment without a length',
    ],
    ['nothing at all', '', 'has no segments'],
    [
      'files of this machine',
      '<BaseURL>file:///etc/</BaseURL><SegmentTemplate media="passwd" duration="1"/>',
      'not http or https (file)',
    ],
    [
      'a range that goes backwards',
      '<SegmentList><SegmentURL media="a" mediaRange="9-1"/></SegmentList>',
      'a byte range that cannot be read',
    ],
    [
      'three million of them',
      '<SegmentTemplate media="$Number$" duration="1" timescale="300000"/>',
      'more than the 20,000 segments',
    ],
    [
      'a billion repetitions',
      '<SegmentTemplate media="$Number$"><SegmentTimeline><S d="1" r="1000000000"/></SegmentTimeline></SegmentTemplate>',
      'more than the 20,000 segments',
    ],
    [
      'too long an address',
      `<SegmentTemplate media="${'a'.repeat(5_000)}" duration="1"/>`,
      'an address that is too long',
    ],
  ])('with %s are refused', (_what, segments, sentence) => {
    expect(() => pictureOf(segments)).toThrow(sentence);
  });
});

describe('periods and sets', () => {
  const template = '<SegmentTemplate media="$RepresentationID$-$Number$" duration="5"/>';
  const sound = (id: string, attributes = '') =>
    `<AdaptationSet mimeType="audio/mp4" ${attributes}>${template}<Representation id="${id}-low" bandwidth="1"/><Representation id="${id}" bandwidth="9"/></AdaptationSet>`;

  test('each period is a part, of the length that it or its neighbours say', () => {
    const parts = read(
      mpd(
        period(video(template)) +
          period(video(template), 'start="PT20S" duration="PT5S"') +
          period(video(template)),
        'mediaPresentationDuration="PT35S"',
      ),
    );
    expect(parts.map(({ picture }) => picture.segments.length)).toEqual([4, 1, 2]);
  });

  test('the best picture up to the setting, and of the first set of sounds the one with the most bits', () => {
    const large = `<Representation id="large" bandwidth="99" width="1920" height="1080">${template}</Representation>`;
    const wind = `<AdaptationSet contentType="video"><EssentialProperty schemeIdUri="http://dashif.org/guidelines/trickmode"/>${large}</AdaptationSet>`;
    const text = mpd(
      period(
        `${wind}${video(template)}<AdaptationSet contentType="video">${large}</AdaptationSet>${sound('first')}${sound('second')}<AdaptationSet contentType="text"/>`,
      ),
    );
    const [part] = read(text);
    expect([urls(part?.picture), urls(part?.sound)]).toEqual([
      ['large-1', 'large-2'],
      ['first-1', 'first-2'],
    ]);
    expect(urls(read(text, 720)[0]?.picture)).toEqual(['v1-1', 'v1-2']);
  });

  test('what is protected is passed over, and refused if there is nothing else', () => {
    const locked =
      '<ContentProtection schemeIdUri="urn:mpeg:dash:mp4protection:2011" value="cenc"/><ContentProtection schemeIdUri="urn:uuid:EDEF8BA9-79D6-4ACE-A3C8-27DCD51D21ED"/>';
    const large = `<Representation id="large" width="1920" height="1080">${locked}${template}</Representation>`;
    const set = `<AdaptationSet mimeType="video/mp4">${large}</AdaptationSet>`;
    expect(urls(read(mpd(period(set + video(template))))[0]?.picture)).toEqual(['v1-1', 'v1-2']);
    expect(() => read(mpd(period(set)))).toThrow('The stream is copy-protected (Widevine)');
  });

  test.each([
    ['live', mpd(period(video(template)), 'type="dynamic"'), 'This is a live stream.'],
    ['without a picture', mpd(period(sound('a'))), 'no usable rendition with a picture'],
    ['in several files', mpd('<Period xmlns:xlink="x" xlink:href="other.xml"/>'), 'periods in other files'],
    ['another file', '<?xml version="1.0"?><smil><MPD/></smil>', 'not an MPD'],
    ['cut off', mpd('').slice(0, -4), 'not well-formed XML'],
    [
      'with entities',
      `<!DOCTYPE MPD [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${mpd('&b;')}`,
      'document type declaration',
    ],
    ['too deep', mpd('<a>'.repeat(40)), 'nested too deeply'],
    ['of too many elements', mpd('<a/>'.repeat(100_001)), 'more elements than are allowed'],
    // Each of which once examined all others.
    [
      'of too many renditions',
      mpd(
        period(`<AdaptationSet mimeType="video/mp4">${'<Representation/>'.repeat(95_000)}</AdaptationSet>`),
      ),
      'more than 1000 renditions',
    ],
    [
      'with a template that grows without end',
      mpd(
        period(
          `<AdaptationSet mimeType="video/mp4"><Representation id="${'x'.repeat(100_000)}"><SegmentTemplate duration="1" media="${'$RepresentationID$'.repeat(5_000)}"/></Representation></AdaptationSet>`,
        ),
      ),
      'a template that is too long',
    ],
    [
      'of too many periods',
      mpd(period(video('<BaseURL>a</BaseURL>')).repeat(201)),
      'more than the 200 discontinuities',
    ],
    [
      'longer than a day',
      mpd(period(video(template)), 'mediaPresentationDuration="P2D"'),
      'more than the 20,000 segments',
    ],
  ])('is refused: %s', (_what, text, sentence) => {
    expect(() => read(text)).toThrow(sentence);
  });
});

// Each rendition once examined all addresses.
test('a manifest of many addresses and renditions is read in bounded time', () => {
  const set = `<AdaptationSet mimeType="video/mp4">${'<Representation/>'.repeat(900)}</AdaptationSet>`;
  expect(read(mpd('<BaseURL/>'.repeat(50_000) + period(set).repeat(50)))).toHaveLength(50);
});

test.each([
  ['PT1H2M3.5S', 3723.5],
  ['P1DT1S', 86_401],
  ['PT0.0S', 0],
  ['P1Y', undefined],
  ['1', undefined],
  [undefined, undefined],
])('%s are %s seconds', (text, seconds) => {
  expect(secondsOf(text)).toBe(seconds);
});
