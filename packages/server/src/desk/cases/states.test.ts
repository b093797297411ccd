import { REPORT_STATES } from '@vesper/contract';
import { expect, test } from 'vitest';
import { CASE_EVENTS, nextState } from './states.ts';

/** All others are refused. */
const STEPS = `
unconfirmed confirm open
unconfirmed ask incomplete
unconfirmed approve approved
unconfirmed deny denied
unconfirmed withdraw withdrawn
unconfirmed lapse withdrawn
unconfirmed dismiss denied
open ask incomplete
open approve approved
open deny denied
open withdraw withdrawn
open dismiss denied
incomplete ask incomplete
incomplete supplement open
incomplete approve approved
incomplete deny denied
incomplete withdraw withdrawn
incomplete lapse withdrawn
incomplete dismiss denied
approved counter countered
approved restore restored
approved withdraw restored
approved dismiss denied
countered forward restoring
countered sue litigation
countered restore restored
countered withdraw restored
restoring sue litigation
restoring restore restored
restoring withdraw restored
restoring dismiss approved
litigation settle approved
litigation restore restored
litigation withdraw restored
`
  .trim()
  .split('\n');

test('every event in every state is a step, or refused with a sentence', () => {
  const taken: string[] = [];
  for (const state of REPORT_STATES)
    for (const event of CASE_EVENTS) {
      try {
        taken.push(`${state} ${event} ${nextState(state, event)}`);
      } catch (error) {
        expect(error).toMatchObject({ code: 'conflict', message: expect.stringMatching(/^[A-Z].*\.$/) });
      }
    }
  expect(taken.toSorted()).toEqual(STEPS.toSorted());
});

test('what was asked for leads a notice whose mailbox is not confirmed back to waiting for that', () => {
  expect(nextState('incomplete', 'supplement', { isUnconfirmed: true })).toBe('unconfirmed');
  expect(nextState('incomplete', 'approve', { isUnconfirmed: true })).toBe('approved');
});
