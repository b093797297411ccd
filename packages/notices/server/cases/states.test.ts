import { REPORT_STATES } from '@vesper/contract';
import { expect, test } from 'vitest';
import { CASE_EVENTS, nextState } from './states.ts';

/** All others are refused. */
const STEPS: Record<string, string> = {
  unconfirmed:
    'confirm>open ask>incomplete approve>approved deny>denied withdraw>withdrawn lapse>withdrawn dismiss>denied',
  open: 'ask>incomplete approve>approved deny>denied withdraw>withdrawn dismiss>denied',
  incomplete:
    'ask>incomplete supplement>open approve>approved deny>denied withdraw>withdrawn lapse>withdrawn dismiss>denied',
  approved: 'counter>countered restore>restored withdraw>restored dismiss>denied',
  countered: 'forward>restoring sue>litigation restore>restored withdraw>restored',
  restoring: 'sue>litigation restore>restored withdraw>restored dismiss>approved',
  litigation: 'settle>approved restore>restored withdraw>restored',
};

test('every event in every state is a step or refused with a sentence', () => {
  const taken: string[] = [];
  for (const state of REPORT_STATES)
    for (const event of CASE_EVENTS) {
      try {
        taken.push(`${state} ${event}>${nextState(state, event)}`);
      } catch (error) {
        expect(error).toMatchObject({ code: 'conflict', message: expect.stringMatching(/^[A-Z].*\.$/) });
      }
    }
  const steps = Object.entries(STEPS).flatMap(([state, ways]) =>
    ways.split(' ').map((way) => `${state} ${way}`),
  );
  expect(taken.toSorted()).toEqual(steps.toSorted());
});

test('a supplement returns a notice with an unconfirmed mailbox to waiting for confirmation', () => {
  expect(nextState('incomplete', 'supplement', { isUnconfirmed: true })).toBe('unconfirmed');
  expect(nextState('incomplete', 'approve', { isUnconfirmed: true })).toBe('approved');
});
