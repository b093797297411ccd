import { silentDnsError } from '@vesper/core/lib/outbound/network-error.ts';
import { expect, test, vi } from 'vitest';
import { tellFaults } from './outside.ts';

test('a single unresolved name is its own fault; DNS is away when none is resolved', async () => {
  let now = 0;
  const broken = new Set(['broken.test']);
  const faults = { begin: vi.fn(), end: vi.fn() };
  const resolve = tellFaults(
    async (hostname) => {
      if (broken.has(hostname)) throw silentDnsError();
      return [{ address: '192.0.2.1', family: 4 }];
    },
    faults,
    () => now,
  );
  const isAway = { code: 'EAI_AGAIN' };
  await expect(resolve('broken.test')).rejects.toMatchObject(isAway);
  expect(faults.begin).toHaveBeenCalledTimes(1);
  await resolve('films.test');
  now += 59_000;
  await expect(resolve('broken.test')).rejects.toMatchObject({
    code: 'dns',
    message: 'The host name broken.test could not be resolved (EAI_AGAIN).',
  });
  // Its own earlier answer says nothing about others.
  broken.add('films.test');
  await expect(resolve('films.test')).rejects.toMatchObject(isAway);
  now += 1000;
  await expect(resolve('broken.test')).rejects.toMatchObject(isAway);
  expect(faults.begin).toHaveBeenCalledTimes(3);
});
