import { expect, test } from 'vitest';
import { CATALOGUE } from './catalogue.ts';
import { CATEGORIES } from './clip.ts';

test('there are at least 48 clips in 8 categories, each category well filled', () => {
  expect(CATALOGUE.length).toBeGreaterThanOrEqual(48);
  expect(CATEGORIES).toHaveLength(8);
  for (const category of CATEGORIES) {
    expect(CATALOGUE.filter((clip) => clip.category === category).length).toBeGreaterThanOrEqual(6);
  }
});

test('slugs and titles are unique, and slugs are plain words', () => {
  expect(new Set(CATALOGUE.map((clip) => clip.slug)).size).toBe(CATALOGUE.length);
  expect(new Set(CATALOGUE.map((clip) => clip.title)).size).toBe(CATALOGUE.length);
  for (const { slug } of CATALOGUE) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  expect(CATALOGUE.map((clip) => clip.slug)).toContain('moire-of-two-ring-systems');
});

test('each clip has a paragraph, 3 to 6 tags and 6 to 20 seconds', () => {
  for (const clip of CATALOGUE) {
    expect(clip.description.length, clip.slug).toBeGreaterThan(60);
    expect(clip.description, clip.slug).not.toContain('\n');
    expect(clip.tags.length, clip.slug).toBeGreaterThanOrEqual(3);
    expect(clip.tags.length, clip.slug).toBeLessThanOrEqual(6);
    expect(clip.durationSeconds, clip.slug).toBeGreaterThanOrEqual(6);
    expect(clip.durationSeconds, clip.slug).toBeLessThanOrEqual(20);
  }
});

test('most clips share a tag with a clip of another category', () => {
  const sharing = CATALOGUE.filter((clip) =>
    CATALOGUE.some(
      (other) => other.category !== clip.category && other.tags.some((tag) => clip.tags.includes(tag)),
    ),
  );
  expect(sharing.length).toBeGreaterThan(CATALOGUE.length * 0.8);
});

test('frames come in several sizes, H.264 can hold each, and one stands upright', () => {
  const sizes = new Set(CATALOGUE.map((clip) => `${clip.width}x${clip.height}`));
  expect(sizes).toEqual(new Set(['426x240', '640x360', '854x480', '1280x720', '1920x1080', '360x640']));
  for (const clip of CATALOGUE) expect([clip.width % 2, clip.height % 2], clip.slug).toEqual([0, 0]);
});

test('the dates are fixed, fall with the order of the list, and span about a year', () => {
  const times = CATALOGUE.map((clip) => clip.publishedAt.getTime());
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  expect(CATALOGUE[0]?.publishedAt.toISOString()).toBe('2026-11-01T18:30:00.000Z');
  const days = (times[0]! - times.at(-1)!) / 86_400_000;
  expect(days).toBeGreaterThan(300);
  expect(days).toBeLessThan(366);
});

test('the first eight clips show every category', () => {
  expect(CATALOGUE.slice(0, 8).map((clip) => clip.category)).toEqual([...CATEGORIES]);
});
