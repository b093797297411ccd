import { describe, expect, test } from 'vitest';
import { probeArguments, readProbe } from './probe.ts';
import { frameArguments } from './thumbnail.ts';

const video = { codec_type: 'video', codec_name: 'h264', width: 1920, height: 1080 };
const format = { format_name: 'mov,mp4,m4a,3gp,3g2,mj2', duration: '12.34' };

test('every tool opens local files of known formats only', () => {
  for (const args of [probeArguments('/tmp/a b.mp4'), frameArguments('/tmp/a b.mp4', 3)]) {
    const input = args.indexOf('-i');
    const before = args.slice(0, input);
    expect(before[before.indexOf('-protocol_whitelist') + 1]).toBe('file');
    expect(before[before.indexOf('-format_whitelist') + 1]).not.toMatch(/hls|concat/);
    expect(args[input + 1]).toBe('file:/tmp/a b.mp4');
  }
});

describe('readProbe', () => {
  test('knows length, size and container', () => {
    expect(readProbe({ format, streams: [{ codec_type: 'audio' }, video] })).toEqual({
      durationSeconds: 12.34,
      width: 1920,
      height: 1080,
      extension: 'mp4',
    });
    const webm = { format_name: 'matroska,webm', duration: '1' };
    expect(readProbe({ format: webm, streams: [{ ...video, codec_name: 'vp9' }] }).extension).toBe('webm');
  });

  test('turns what was filmed upright', () => {
    const turned = { ...video, side_data_list: [{ rotation: -90 }] };
    expect(readProbe({ format, streams: [turned] })).toMatchObject({ width: 1080, height: 1920 });
  });

  test.each([
    [{}, /no moving picture/],
    [{ format, streams: [{ codec_type: 'audio' }] }, /no moving picture/],
    [{ format, streams: [{ ...video, disposition: { attached_pic: 1 } }] }, /no moving picture/],
    [{ format: { ...format, duration: 'N/A' }, streams: [video] }, /how long/],
    [{ format: { ...format, duration: '4294967280' }, streams: [video] }, /longer than a week/],
    [{ format: { format_name: 'matroska,webm', duration: '1' }, streams: [video] }, /Matroska/],
    [
      { format, streams: [{ ...video, codec_name: 'prores' }] },
      /coded as prores, which browsers cannot play/,
    ],
  ])('%j is refused with a sentence', (output, sentence) => {
    expect(() => readProbe(output)).toThrow(sentence);
  });
});
