import { globSync, readFileSync } from 'node:fs';
import { type AuditEntry, isRecorded, routes } from '@vesper/contract';
import { expect, test } from 'vitest';
import { actionWords } from '../../../access/admin/audit/audit-entry.tsx';
import { stepInWords, stepsOf } from './chain-card.tsx';

const DESK = new URL('../../server/', import.meta.url);
const sourceOf = (path: string) => readFileSync(new URL(path, DESK), 'utf8');

/** What the server records of a case by itself: named in its sources, or an event of a case. */
function systemActions(): string[] {
  const files = globSync('**/*.ts', { cwd: DESK }).filter((path) => !path.includes('.test.'));
  const named = files.flatMap((path) => [...sourceOf(path).matchAll(/'(cases\.[a-z]+)'/g)]);
  const events = /CASE_EVENTS = \[([^\]]*)\]/.exec(sourceOf('cases/states.ts'))?.[1] ?? '';
  return [
    ...named.map(([, action = '']) => action),
    ...[...events.matchAll(/'(\w+)'/g)].map(([, event]) => `cases.${event}`),
  ];
}

/** What administrators do with one case, or with a strike. */
function callActions(): string[] {
  const { cases, casework, takedowns, proposals } = routes;
  return Object.entries({ cases, casework, takedowns, proposals }).flatMap(([group, calls]) =>
    Object.entries(calls)
      .filter(([, call]) => isRecorded(call) && call.path.includes(':id'))
      .map(([name]) => `${group}.${name}`),
  );
}

const entry = (fields: Partial<AuditEntry>) =>
  ({ by: 'other', outcome: 'done', reason: null, after: null, ...fields }) as AuditEntry;

test('every action about a case has words', () => {
  const actions = [...systemActions(), ...callActions()];
  expect(actions).toEqual(expect.arrayContaining(['cases.sue', 'cases.propose', 'casework.decide']));
  const ofOthers = ['cases.forget', 'takedowns.voidStrike'];
  const inChains = actions.filter((action) => !ofOthers.includes(action));
  const wordless = inChains.filter(
    (action) => stepInWords(entry({ action }), 'copyright') === actionWords(action),
  );
  expect(wordless).toEqual([]);
});

test('a call is told by its effect, unless it was refused', () => {
  const decided = entry({ action: 'casework.decide', by: 'session' });
  const refused = { ...decided, outcome: 'refused', reason: 'It was decided before.' } as const;
  const effect = entry({ action: 'cases.approve', after: { videos: ['a', 'b'], strikes: 1 } });
  const steps = stepsOf([refused, effect, decided]);
  expect(steps.map((step) => stepInWords(step, 'copyright'))).toEqual([
    'Approved, 2 videos, 1 strike',
    'Decision: refused. It was decided before.',
  ]);
});
