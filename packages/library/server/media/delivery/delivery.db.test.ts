import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeVideo } from '../../../../test/factories.ts';
import { startTestSite, type TestSite } from '../../../../test/site.ts';
import { makeStoredVideo } from '../../../../test/stored-video.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.close());

test('a signed address is for one video, one purpose, one time, and says for how long', async () => {
  const id = await makeStoredVideo(site.base.db, { storage: site.storage });
  const other = await makeStoredVideo(site.base.db, { storage: site.storage });
  const { signedUrl, expiresIn } = await site.client.media.signVideo({ id });
  expect(expiresIn).toBeGreaterThanOrEqual(24 * 3600 - 1);
  expect(expiresIn).toBeLessThanOrEqual(36 * 3600);
  const [, media, purpose, , expires, signature, file] = signedUrl.split('/');
  expect([media, purpose, file]).toEqual(['media', 'play', 'video.mp4']);
  const forgeries = [
    `/media/play/${other}/${expires}/${signature}/video.mp4`,
    `/media/play/${id}/${Number(expires) + 1}/${signature}/video.mp4`,
    `/media/play/${id}/${expires}/${signature?.slice(0, -1)}/video.mp4`,
    `/media/play/${id}/${expires}/${signature}=/video.mp4`,
    `/media/play/${id}/${expires}//video.mp4`,
    `/media/play/${id}/9e9/${signature}/video.mp4`,
    `/media/play/..%2f..%2fetc/${expires}/${signature}/passwd`,
    `/media/play/${id}/${expires}/${signature}/..%2f..%2f..%2fetc%2fpasswd%00`,
  ];
  for (const forged of forgeries)
    expect([forged, (await fetch(site.url + forged)).status]).toEqual([forged, 404]);
});

test('a picture comes in the nearest width, and in the better format for a browser that takes it', async () => {
  const id = await makeStoredVideo(site.base.db, { storage: site.storage });
  const { thumbnailUrl } = await site.client.videos.get({ id });
  const ask = async (name: string, accept: string) => {
    const answer = await fetch(site.url + thumbnailUrl.replace('640.webp', name), { headers: { accept } });
    const text = (await answer.text()).slice(0, 9);
    return { text, type: answer.headers.get('content-type'), vary: answer.headers.get('vary') };
  };
  const avif = 'image/avif,image/webp,*/*;q=0.8';
  expect(await ask('320.webp', 'image/webp')).toEqual({
    ...{ text: '320.webp ', type: 'image/webp', vary: 'Accept' },
  });
  expect(await ask('320.webp', avif)).toMatchObject({ text: '320.avif ', type: 'image/avif' });
  expect(await ask('1280.avif', 'image/webp')).toEqual({ text: '1280.avif', type: 'image/avif', vary: null });
});

test('a video without further files names none', async () => {
  const id = await makeVideo(site.base.db, { placeholder: '' });
  expect(await site.client.videos.get({ id })).toMatchObject({
    ...{ placeholder: null, previewUrl: null, storyboardUrl: null, hlsUrl: null },
    ...{ embedUrl: null, embed: null },
  });
});
