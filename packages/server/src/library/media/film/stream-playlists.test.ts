import fc from 'fast-check';
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

test('without sound nothing names any', () => {
  const only = {
    rung: 180,
    width: 320,
    height: 180,
    frameRate: 25,
    fragments: fragments('avc1.64000d', [2, 10]),
  };
  const text = masterPlaylist([only], undefined);
  expect(text).toContain('CODECS="avc1.64000d",RESOLUTION=320x180');
  expect(text).not.toContain('AUDIO');
});

test('a last segment of one frame does not make a stream heavy', () => {
  expect(peakRate(fragments('', [4, 1000], [4, 500], [0.04, 400]).segments)).toBe(2000);
});

interface Part {
  start: number;
  end: number;
  from: number;
  to: number;
}

/** What a player reads in a playlist: when each segment is shown, and which bytes it is. */
function partsOf(text: string, start: number): Part[] {
  let time = start;
  return [...text.matchAll(/#EXTINF:([\d.]+),\n#EXT-X-BYTERANGE:(\d+)@(\d+)\n/g)].map(
    ([, seconds, bytes, from]) => {
      const part = {
        start: time,
        end: time + Number(seconds),
        from: Number(from),
        to: Number(from) + Number(bytes),
      };
      time = part.end;
      return part;
    },
  );
}

/** Cut as ffmpeg does it: at the first frame, or keyframe, after each full four seconds. */
function cutEvery(step: number, [start, end]: [number, number]): Fragments {
  const segments: Fragments['segments'] = [];
  let begun = start;
  for (let n = 1; begun < end; n += 1) {
    const next = Math.min(end, start + Math.max(1, Math.ceil((4 * n) / step - 1e-6)) * step);
    if (next <= begun) continue;
    segments.push({ start: begun, seconds: next - begun, offset: 800 + 100 * segments.length, bytes: 100 });
    begun = next;
  }
  return { initBytes: 800, codec: '', segments, sizeBytes: 800 + 100 * segments.length };
}

const AAC_FRAME = 1024 / 44_100;

test('whatever the lengths of picture and sound, nothing begins as they end', () => {
  const length = fc.oneof(
    fc.integer({ min: 1, max: 40 }),
    fc.constantFrom(4, 8, 12, 20).map((seconds) => seconds + 0.04),
    fc.double({ min: 1, max: 40, noNaN: true }),
  );
  const sounds = fc.option(
    fc.record({
      // Sound that is over a second longer makes the picture stand still until then.
      beyond: fc.oneof(fc.constantFrom(0, 0.02, 0.032, 1), fc.double({ min: -40, max: 1, noNaN: true })),
      delay: fc.constantFrom(0, 0.03),
    }),
    { nil: undefined },
  );
  const keyframes = fc.constantFrom(4, 2, 1.5, 0.04, 5);
  fc.assert(
    fc.property(length, sounds, keyframes, fc.constantFrom(0, 0.08, 0.7), (end, sound, step, late) => {
      const picture = cutEvery(step, [late, late + end]);
      const soundEnd = Math.max(AAC_FRAME, late + end + (sound?.beyond ?? 0));
      const heard = sound && cutEvery(AAC_FRAME, [Math.min(sound.delay, soundEnd / 2), soundEnd]);
      const texts = mediaPlaylists({
        pictures: [90, 180].map((rung) => ({ rung, fragments: picture })),
        sound: heard && { fragments: heard },
      });
      expect(texts.map(({ name }) => name)).toEqual([
        ...['90p.m3u8', '180p.m3u8'],
        ...(heard ? ['audio.m3u8'] : []),
      ]);
      for (const { name, text } of texts) {
        const made = name === 'audio.m3u8' && heard ? heard : picture;
        const parts = partsOf(text, made.segments[0]?.start ?? 0);
        const last = parts.at(-1);
        const ownEnd = Math.max(...made.segments.map(({ start, seconds }) => start + seconds));
        // Every byte is named once, and every second counted.
        expect(parts.map(({ to }) => to)).toEqual([
          ...parts.slice(1).map(({ from }) => from),
          made.sizeBytes,
        ]);
        expect(last?.end).toBeCloseTo(ownEnd, 3);
        if (parts.length > 1) expect(last?.start).toBeLessThanOrEqual(Math.min(ownEnd, late + end) - 0.999);
        const target = Number(/TARGETDURATION:(\d+)/.exec(text)?.[1]);
        for (const part of parts) expect(part.end - part.start).toBeLessThanOrEqual(target);
        expect(text.endsWith('#EXT-X-ENDLIST\n')).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});
