import { expect, test } from 'vitest';
import type { Found } from './said.ts';
import { readOnly, requireStates, wantedOf } from './states.ts';

async function* listOf(column: string, ...values: string[]): AsyncGenerator<Found> {
  for (const [nth, value] of values.entries()) {
    const path = `${nth}.mp4`;
    yield { type: 'film', where: path, path, facts: new Map(), unused: new Map([[column, value]]) };
  }
}

const looked = (only: string | undefined, column: string, ...values: string[]) =>
  requireStates(listOf(column, ...values), readOnly(only));

test.each([
  ['status', '1', '0'],
  ['video_state', '1', '2'],
  ['is_private', '0', '1'],
  ['privacy_id', '1', '3'],
  ['listable', 't', 'f'],
  ['post_type', 'video', 'attachment'],
  ['deleted_at', '', '2020-01-01 10:00:00'],
  ['published', '1', '0'],
  ['kind', 'public', 'private'],
])('a column %s with the values "%s" and "%s" stops the move-in', async (column, one, other) => {
  await expect(looked(undefined, column, one, other, one)).rejects.toThrow(
    `Some films may not be public: the column "${column}" has "${one}" (2), `,
  );
  expect(await looked(`${column}=${one}`, column, one, other, one)).toBe(1);
  expect(await looked(`${column}=*`, column, one, other, one)).toBe(0);
});

test.each([
  ['status', '1', '1'],
  ['approved_at', '2019-01-01', '2020-01-01'],
  ['public_id', 'a1', 'b2'],
  ['mood', 'calm', 'bright'],
])('a column %s with the values "%s" and "%s" does not', async (column, one, other) => {
  expect(await looked(undefined, column, one, other)).toBe(0);
});

test('only films with the given values are imported, also with joined columns', async () => {
  const films: string[] = [];
  for await (const found of wantedOf(listOf('Status', 'OK', 'draft', 'a, b'), readOnly('status=ok,a b')))
    films.push(found.where);
  expect(films).toEqual(['0.mp4', '2.mp4']);
});

test('the sentence stays short and reveals no passwords', async () => {
  const many = Array.from({ length: 5000 }, (_, n) => `${n} ${'x'.repeat(500)}`);
  const sentence = await looked(undefined, 'state', ...many).catch(({ message }) => message);
  expect(sentence).toMatch(/ and others\. Nothing was imported\. Say which values to import/);
  expect(sentence.length).toBeLessThan(700);
  await expect(looked(undefined, 'post_password', 'secret', '')).rejects.toThrow('"set" (1), "" (1)');
});

test.each([
  ['=1', /needs columns with values/],
  ['colour=1', /names the column "colour", which is missing or holds something else/],
])('--only %s is refused', async (only, sentence) => {
  await expect(async () => looked(only, 'status', '1')).rejects.toThrow(sentence);
});
