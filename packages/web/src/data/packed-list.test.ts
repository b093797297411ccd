import { pageHref } from '@vesper/contract';
import { expect, it } from 'vitest';
import { createVideo } from '../../test/catalogue.ts';
import { listedVideo } from './listed-videos.ts';
import { packList, unpackList } from './packed-list.ts';

const videos = [0, 1, 2].map((index) => ({
  ...listedVideo(createVideo(index, { previewUrl: index === 1 ? null : `/media/preview/${index}.mp4` })),
  ...(index === 0 ? { because: 'Same tag: waves' } : {}),
}));
const answer = { videos, pagination: { page: 1 } };
const bodyWith = (ids: string[]) => ids.map((id) => `<a href="${pageHref.video(id)}">`).join('');

function readFrom(ids: string[]) {
  return (id: string) => {
    const video = videos.find((one) => one.id === id);
    if (!video || !ids.includes(id)) return undefined;
    const { title, thumbnailUrl, placeholder, createdAt, because } = video;
    return { title, thumbnailUrl, placeholder, createdAt, ...(because ? { because } : {}) };
  };
}

it('leaves out what cards show, and reads it back from them', () => {
  const ids = ['video-0', 'video-1'];
  const packed = JSON.stringify(packList(answer, bodyWith(ids)));
  expect(packed).not.toContain(videos[0]!.title);
  // It has no card.
  expect(packed).toContain(videos[2]!.title);
  expect(unpackList(JSON.parse(packed), readFrom(ids))).toEqual(answer);
});

it('is undefined if a card has gone', () => {
  const packed = packList(answer, bodyWith(['video-0', 'video-1']));
  expect(unpackList(packed, readFrom(['video-0']))).toBeUndefined();
});

it('leaves other answers as they are', () => {
  for (const other of [null, 'text', [{ slug: 'a' }], createVideo(1)]) {
    expect(unpackList(packList(other, bodyWith(['video-1'])), () => undefined)).toEqual(other);
  }
});
