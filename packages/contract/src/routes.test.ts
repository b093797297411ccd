import type { Call } from '@vesper/core/contract';
import { expect, test } from 'vitest';
import { routes } from './routes.ts';

const calls = new Map<string, Call>(
  Object.entries(routes as Record<string, Record<string, Call>>).flatMap(([group, named]) =>
    Object.entries(named).map(([name, call]) => [`${group}.${name}`, call] as const),
  ),
);

test('a change by an administrator can be undone by an existing call, or asks for the password', () => {
  for (const [name, call] of calls) {
    if (call.caller !== 'admin' || call.method === 'GET') continue;
    const { asksPassword, undo } = call;
    expect([asksPassword !== undefined, undo !== undefined].toSorted(), name).toEqual([false, true]);
    if (undo === undefined || undo === 'itself' || undo === 'nothing lost') continue;
    const undoing = calls.get(undo);
    expect(undoing?.caller, `${name} is undone by ${undo}`).toBe('admin');
    expect(undoing?.method, `${name} is undone by ${undo}`).not.toBe('GET');
  }
});

test('a deleting call does not declare "nothing lost"', () => {
  for (const [name, { method, ...call }] of calls)
    if (method === 'DELETE' && 'undo' in call)
      expect(['itself', 'nothing lost'], name).not.toContain(call.undo);
});
