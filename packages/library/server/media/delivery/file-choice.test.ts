import { describe, expect, test } from 'vitest';
import type { MediaFile } from '../files/files.ts';
import { chooseFile, variesByAccept } from './file-choice.ts';

const CHROMIUM = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';

function picture(name: string): MediaFile {
  return { key: `videos/ab/x/${name}`, purpose: 'thumbnail', name, place: 'fs', sizeBytes: 1 };
}

function chosen(name: string, there: string[], accept?: string): string | undefined {
  const asked = { purpose: 'thumbnail', name } as const;
  return chooseFile(asked, there.map(picture), accept)?.name;
}

describe('a picture', () => {
  const all = ['320.webp', '640.webp', '1280.webp', '320.avif', '640.avif', '1280.avif'];

  test.each([
    ['320.webp', all, undefined, '320.webp'],
    ['640.webp', all, CHROMIUM, '640.avif'],
    ['640.avif', all, undefined, '640.avif'],
    // Older videos have one size.
    ['320.webp', ['640.webp'], CHROMIUM, '640.webp'],
    ['1280.webp', ['640.webp'], CHROMIUM, '640.webp'],
    ['1280.avif', ['640.webp'], CHROMIUM, undefined],
    ['320.avif', ['640.webp'], CHROMIUM, undefined],
    ['640.webp', ['320.webp', '1280.webp'], undefined, '1280.webp'],
    ['1280.avif', ['320.avif', '640.avif'], undefined, '640.avif'],
    ['320.webp', ['320.webp', '640.avif'], CHROMIUM, '320.webp'],
    ['640.webp', ['640.avif'], CHROMIUM, undefined],
    ['640.webp', [], CHROMIUM, undefined],
    ['641.webp', all, CHROMIUM, undefined],
    ['640.png', all, CHROMIUM, undefined],
    ['../640.webp', all, CHROMIUM, undefined],
  ])('%s of %j for %s is %s', (name, there, accept, expected) => {
    expect(chosen(name, there, accept)).toBe(expected);
  });

  test.each([
    ['image/avif', true],
    ['IMAGE/AVIF ; q=0.5', true],
    ['image/avif;q=0', false],
    ['image/avif; q=0.000', false],
    ['image/*', false],
    ['*/*', false],
    ['image/avif-sequence', false],
    ['', false],
  ])('is AVIF for "%s": %s', (accept, isAvif) => {
    expect(chosen('640.webp', all, accept)).toBe(isAvif ? '640.avif' : '640.webp');
  });

  test('that is named as WebP depends on the browser, and says so', () => {
    expect(variesByAccept({ purpose: 'thumbnail', name: '640.webp' })).toBe(true);
    expect(variesByAccept({ purpose: 'thumbnail', name: '640.avif' })).toBe(false);
    expect(variesByAccept({ purpose: 'play', name: 'storyboard.webp' })).toBe(false);
  });
});

test('what is no picture is found by its own name alone', () => {
  const files = ['320.webp', '1280.webp', '720p.mp4'].map(picture);
  expect(chooseFile({ purpose: 'play', name: '640.webp' }, files, CHROMIUM)).toBeUndefined();
  expect(chooseFile({ purpose: 'play', name: '720p.mp4' }, files, CHROMIUM)?.name).toBe('720p.mp4');
  expect(chooseFile({ purpose: 'thumbnail', name: 'x' }, files, CHROMIUM)).toBeUndefined();
});
