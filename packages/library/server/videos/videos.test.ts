import { expect, test } from 'vitest';
import { videosNamedIn } from './videos.ts';

test('the videos that a page names are those that it links to, each once, whatever its texts are written in', () => {
  const ids = ['0f1e2d3c-4b5a-4978-8697-a6b5c4d3e2f1', 'seed-video_2'];
  const links = ids.map((id) => `<a href="/video/${id}">Größe „ÿ” 波 🎬</a><a href="/video/${id}?t=5">…</a>`);
  expect([...videosNamedIn(Buffer.from(`<h1>Näher</h1>${links.join('é')}/video/`))]).toEqual(ids);
});
