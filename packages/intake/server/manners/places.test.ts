import { describe, expect, it } from 'vitest';
import { createPlaces } from './places.ts';

const NEVER = new AbortController().signal;

/** Lets everything that can proceed do so. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('createPlaces', () => {
  it('gives a host as many places as are allowed, in the order of asking', async () => {
    const places = createPlaces();
    const order: number[] = [];
    const freed: (() => void)[] = [];
    const ask = async (number: number) => {
      freed.push(await places.take('a', 2, NEVER));
      order.push(number);
    };
    for (let number = 1; number <= 4; number += 1) void ask(number);
    await settle();
    expect(order).toEqual([1, 2]);
    freed[0]?.();
    freed[0]?.();
    await settle();
    expect(order).toEqual([1, 2, 3]);
    freed[1]?.();
    await settle();
    expect(order).toEqual([1, 2, 3, 4]);
    await places.take('b', 1, NEVER);
  });

  it('loses no place if a turn comes while its caller gives up', async () => {
    const places = createPlaces();
    const free = await places.take('a', 1, NEVER);
    const stop = new AbortController();
    const second = places.take('a', 1, stop.signal);
    free();
    stop.abort(new Error('Stop.'));
    await second.then(
      (freeSecond) => freeSecond(),
      () => {},
    );
    (await places.take('a', 1, AbortSignal.timeout(5_000)))();
  });
});
