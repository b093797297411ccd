import { describe, expect, test } from 'vitest';
import { readProbe } from './probe.ts';
import { inputArguments } from './run-ffmpeg.ts';

const video = { codec_type: 'video', codec_name: 'h264', width: 1920, height: 1080 };
const format = { format_name: 'mov,mp4,m4a,3gp,3g2,mj2', duration: '12.34' };

test('every tool opens local files of known formats only', () => {
  for (const args of [inputArguments('/tmp/a b.mp4'), inputArguments('/tmp/a b.mp4', ['-ss', '3'])]) {
    const input = args.indexOf('-i');
    const before = args.slice(0, input);
    expect(before[before.indexOf('-protocol_whitelist') + 1]).toBe('file');
    expect(before[before.indexOf('-format_whitelist') + 1]).not.toMatch(
      /hls|concat|dash|image2|sdp|rtp|vobsub/,
    );
    expect(before).toContain('-codec_whitelist');
    expect(before.join(' ')).toContain('-max_pixels 36000000 -max_streams 100');
    expect(before.join(' ')).not.toMatch(/drefs|absolute_path/);
    expect(args[input + 1]).toBe('file:/tmp/a b.mp4');
  }
});

describe('readProbe', () => {
  test('tells what is in the file, and which streams are meant', () => {
    const streams = [
      {
        index: 0,
        codec_type: 'video',
        codec_name: 'png',
        width: 600,
        height: 600,
        disposition: { attached_pic: 1 },
      },
      { index: 1, codec_type: 'audio', codec_name: 'ac3', channels: 6, sample_rate: '48000' },
      { index: 2, codec_type: 'audio', codec_name: 'atrac9', channels: 2, disposition: { default: 1 } },
      { ...video, index: 3, profile: 'High', pix_fmt: 'yuv420p', avg_frame_rate: '30000/1001' },
    ];
    expect(readProbe({ format: { ...format, bit_rate: '8000', size: '12340' }, streams })).toEqual({
      durationSeconds: 12.34,
      width: 1920,
      height: 1080,
      rotation: 0,
      pixelAspect: 1,
      videoCodec: 'h264',
      videoProfile: 'High',
      pixelFormat: 'yuv420p',
      colorTransfer: undefined,
      frameRate: 30000 / 1001,
      interlaced: false,
      hasAudio: true,
      audioCodec: 'ac3',
      audioProfile: undefined,
      audioChannels: 6,
      audioSampleRate: 48_000,
      bitRate: 8000,
      sizeBytes: 12_340,
      formatName: 'mov,mp4,m4a,3gp,3g2,mj2',
      videoIndex: 3,
      audioIndex: 1,
    });
  });

  test.each([
    [-90, 90],
    [180, 180],
    [-0.4, 0],
  ])('a matrix of %d degrees is a turn of %d', (degrees, rotation) => {
    const turned = { ...video, side_data_list: [{}, { rotation: degrees }] };
    const size = rotation % 180 === 90 ? { width: 1080, height: 1920 } : { width: 1920, height: 1080 };
    expect(readProbe({ format, streams: [turned] })).toMatchObject({ rotation, ...size });
  });

  test('widens what has narrow pixels', () => {
    const dvd = { ...video, width: 720, height: 576, sample_aspect_ratio: '64:45' };
    expect(readProbe({ format, streams: [dvd] })).toMatchObject({ width: 1024, height: 576 });
    const unknown = { ...dvd, sample_aspect_ratio: '0:1' };
    expect(readProbe({ format, streams: [unknown] })).toMatchObject({ width: 720, pixelAspect: 1 });
  });

  test('does not believe a length that is no number', () => {
    for (const duration of ['N/A', '-5', '0', 'Infinity', undefined]) {
      const { durationSeconds } = readProbe({
        format: { format_name: 'flv', ...(duration && { duration }) },
        streams: [video],
      });
      expect(durationSeconds).toBe(0);
    }
  });

  test.each([
    [{}, /no moving picture/],
    [{ format, streams: [{ codec_type: 'audio' }] }, /no moving picture/],
    [{ format, streams: [{ ...video, disposition: { attached_pic: 1 } }] }, /no moving picture/],
    [
      { format, streams: [{ ...video, codec_name: 'magicyuv' }] },
      /encoded as magicyuv, which is not accepted/,
    ],
    [{ format, streams: [{ ...video, width: 60_000, height: 60_000 }] }, /60000 by 60000 pixels; at most/],
  ])('%j is refused with a sentence', (output, sentence) => {
    expect(() => readProbe(output)).toThrow(sentence);
  });
});
