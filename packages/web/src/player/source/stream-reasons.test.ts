import { afterEach, expect, it, vi } from 'vitest';
import { isLargerThanShown, isOnSlowLine, qualitiesIn } from './stream-reasons.ts';

afterEach(() => vi.unstubAllGlobals());

it('reads the qualities of a master playlist, the lowest first', () => {
  const playlist = `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="sound",URI="audio.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=900000,AVERAGE-BANDWIDTH=800000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=854x480,AUDIO="audio"
480p.m3u8
#EXT-X-STREAM-INF:AVERAGE-BANDWIDTH=300000,BANDWIDTH=400000,RESOLUTION=640x360
360p.m3u8
`;
  expect(qualitiesIn(playlist)).toEqual([
    { id: '0', width: 640, height: 360, bitrate: 400_000 },
    { id: '1', width: 854, height: 480, bitrate: 900_000 },
  ]);
  expect(qualitiesIn('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=64000\nsound.m3u8')).toEqual([]);
});

it('finds a connection slow if the browser says so, or data is to be saved', () => {
  expect(isOnSlowLine({})).toBe(false);
  expect(isOnSlowLine({ connection: { effectiveType: '4g', saveData: false } })).toBe(false);
  expect(isOnSlowLine({ connection: { effectiveType: '3g' } })).toBe(true);
  expect(isOnSlowLine({ connection: { effectiveType: '4g', saveData: true } })).toBe(true);
});

it('finds a film too large that has three times the pixels shown, in both directions', () => {
  const player = { clientWidth: 640, clientHeight: 360 };
  const film = { width: 1920, height: 1080 };
  vi.stubGlobal('devicePixelRatio', 1);
  expect(isLargerThanShown(film, player)).toBe(true);
  expect(isLargerThanShown({ width: 1920, height: 1079 }, player)).toBe(false);
  expect(isLargerThanShown({ width: null, height: null }, player)).toBe(false);
  vi.stubGlobal('devicePixelRatio', 2);
  expect(isLargerThanShown(film, player)).toBe(false);
});
