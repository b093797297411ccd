import { expect, it } from 'vitest';
import { askYtdlpVersion, judgeVersion } from './ytdlp-version.ts';

it.each(['2026.07.04', '2026.7.4', '2026.07.04.232930', '2027.01.01\n'])('takes %j', (printed) =>
  expect(judgeVersion(printed)).toEqual({ state: 'ready', version: printed.trim() }),
);

it.each(['2026.07.03', '2026.06.30', '2025.12.31', '2023.03.04', '2026.07.03.235959'])(
  'refuses %j and says what to do',
  (printed) =>
    expect(judgeVersion(printed)).toEqual({
      state: 'refused',
      sentence: `yt-dlp ${printed} is too old and is not used: install 2026.07.04 or newer, and name it with YTDLP_PATH if it is not on the PATH.`,
    }),
);

it.each(['', 'v1.2', '2026', '2026.07.04 or so', `${'9'.repeat(5000)}`])('refuses %j', (printed) => {
  expect(judgeVersion(printed)).toMatchObject({ state: 'refused' });
});

it('takes its absence for what it is', async () => {
  const missing = { state: 'missing', sentence: 'yt-dlp is not installed.' };
  expect(await askYtdlpVersion('yt-dlp-that-nobody-has')).toEqual(missing);
  expect(await askYtdlpVersion('/no/such/folder/yt-dlp')).toEqual(missing);
});
