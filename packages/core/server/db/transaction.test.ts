import { expect, test } from 'vitest';
import type { Db } from './pool.ts';
import { type TransactionOptions, transaction } from './transaction.ts';

const DEADLOCK = Object.assign(new Error('deadlock detected'), { code: '40P01' });
const DUPLICATE = Object.assign(new Error('duplicate key value'), { code: '23505' });
const BROKEN = new Error('It broke.');

/** Runs work that fails once per error. */
async function outcome(errors: readonly Error[], options: TransactionOptions) {
  let tries = 0;
  const db = { transaction: () => ({ execute: (work: (tx: Db) => unknown) => work(db) }) } as unknown as Db;
  const work = async () => {
    tries += 1;
    const error = errors[tries - 1];
    if (error) throw error;
    return 'done';
  };
  const result = await transaction(db, work, options).catch((error: unknown) => error);
  return { result, tries };
}

test('retries the collisions named, and no other error', async () => {
  expect(await outcome([DEADLOCK, DEADLOCK], { retry: ['deadlock'] })).toEqual({ result: 'done', tries: 3 });
  expect(await outcome([DUPLICATE], { retry: ['deadlock'] })).toEqual({ result: DUPLICATE, tries: 1 });
  expect(await outcome([BROKEN], { retry: ['deadlock'] })).toEqual({ result: BROKEN, tries: 1 });
});

test('gives up after the allowed tries', async () => {
  const errors = Array<Error>(9).fill(DUPLICATE);
  expect(await outcome(errors, { retry: ['unique'] })).toEqual({ result: DUPLICATE, tries: 5 });
  const twice = { retry: ['unique'], mostTries: 2 } as const;
  expect(await outcome(errors, twice)).toEqual({ result: DUPLICATE, tries: 2 });
});
