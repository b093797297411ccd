import { expect, test } from 'vitest';
import type { Fragments } from './fragments.ts';
import { masterPlaylist, mediaPlaylists, peakRate } from './stream-playlists.ts';

function fragments(codec: string, ...parts: [seconds: number, bytes: number][]): Fragments {
  let [start, offset] = [0, 800];
  const segments = parts.map(([seconds, bytes]) => {
    const segment = { start, seconds, offset, bytes };
    start += seconds;
    offset += bytes;
    return segment;
  });
  return { initBytes: 800, codec, segments, sizeBytes: offset };
}

test('a stream is parts of the one file beside its playlist', () => {
  const picture = { rung: 720, fragments: fragments('avc1.64001f', [4, 1000], [4.25, 2000]) };
  const texts = mediaPlaylists({ pictures: [picture], sound: undefined });
  expect(texts.map(({ name }) => name)).toEqual(['720p.m3u8']);
  expect(texts[0]?.text).toBe(`#EXTM3U
#EXT-X-VERSION:7
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-TARGETDURATION:5
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-MAP:URI="720p.mp4",BYTERANGE="800@0"
#EXTINF:4.000000,
#EXT-X-BYTERANGE:1000@800
720p.mp4
#EXTINF:4.250000,
#EXT-X-BYTERANGE:2000@1800
720p.mp4
#EXT-X-ENDLIST
`);
});

test('players begin with 480, and are told what each rendition weighs with the sound', () => {
  const picture = (rung: number, bytes: number) => ({
    ...{ rung, width: (rung * 16) / 9, height: rung, frameRate: 29.97 },
    fragments: fragments('avc1.64001f', [4, bytes], [4, 2 * bytes]),
  });
  const sound = { channels: 2, fragments: fragments('mp4a.40.2', [4, 1000], [4, 1000]) };
  const text = masterPlaylist([picture(360, 500), picture(480, 1000), picture(720, 2000)], sound);
  expect(text).toContain('#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",');
  const streams = [...text.matchAll(/#EXT-X-STREAM-INF:(.*)\n(.*)\n/g)].map(([, has, name]) => [name, has]);
  expect(streams.map(([name]) => name)).toEqual(['480p.m3u8', '360p.m3u8', '720p.m3u8']);
  expect(streams[2]?.[1]).toBe(
    'BANDWIDTH=10000,AVERAGE-BANDWIDTH=8000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=29.970,AUDIO="audio"',
  );
});

test('a last segment of one frame does not make a stream heavy', () => {
  expect(peakRate(fragments('', [4, 1000], [4, 500], [0.04, 400]).segments)).toBe(2000);
});

test('what would begin as the picture ends is joined to the segment before it', () => {
  const picture = fragments('', [4, 100], [4, 100], [0.04, 10]);
  const sound = fragments('', [4, 20], [4, 20], [0.06, 1]);
  const pictures = [90, 180].map((rung) => ({ rung, fragments: picture }));
  const texts = mediaPlaylists({ pictures, sound: { fragments: sound } });
  const parts = texts.map(({ text }) => text.match(/#EXTINF:[\d.]+,\n#EXT-X-BYTERANGE:\d+@\d+/g));
  const ofPicture = [
    '#EXTINF:4.000000,\n#EXT-X-BYTERANGE:100@800',
    '#EXTINF:4.040000,\n#EXT-X-BYTERANGE:110@900',
  ];
  const ofSound = [
    '#EXTINF:4.000000,\n#EXT-X-BYTERANGE:20@800',
    '#EXTINF:4.060000,\n#EXT-X-BYTERANGE:21@820',
  ];
  expect(parts).toEqual([ofPicture, ofPicture, ofSound]);
});
