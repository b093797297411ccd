import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { expect, test } from 'vitest';
import { inTurn } from './film-in-turn.ts';
import type { Work } from './work.ts';

const films = ['a', 'b'].map((name) => ({ url: `https://site.test/${name}.mp4`, kind: 'file' as const }));

/** The addresses tried in the given attempt if the first one fails with this error. */
async function tried(error: unknown, attempts: number): Promise<string[]> {
  const asked: string[] = [];
  const work = {
    ...{ video: { films }, leased: { job: { attempts } } },
    ...{ signal: new AbortController().signal, log: { info: () => undefined } },
  } as unknown as Work;
  const attempt = async ({ url }: { url: string }) => {
    asked.push(url.slice(-5));
    if (asked.length === 1) throw error;
    return url;
  };
  await inTurn(work, attempt).catch((thrown: unknown) => expect(thrown).toBe(error));
  return asked;
}

const error = (code: ConstructorParameters<typeof SourceError>[0]) => new SourceError(code, 'No.');

test.each([
  ['not_video', 0, ['a.mp4', 'b.mp4']],
  ['private_address', 0, ['a.mp4', 'b.mp4']],
  ['timeout', 0, ['a.mp4']],
  ['timeout', 1, ['a.mp4', 'b.mp4']],
  ['host_waits', 3, ['a.mp4']],
  ['source_paused', 3, ['a.mp4']],
] as const)('after %s in attempt %i, %j are asked', async (code, attempts, asked) => {
  expect(await tried(error(code), attempts)).toEqual(asked);
});

test('after an error of ours, no other address is asked', async () => {
  expect(await tried(new Error('Ours.'), 4)).toEqual(['a.mp4']);
});
