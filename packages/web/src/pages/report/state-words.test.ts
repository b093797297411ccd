import type { ReportStatus } from '@vesper/contract';
import { expect, test } from 'vitest';
import { canWithdraw, wordsOf } from './state-words.ts';

const status = (fields: Partial<ReportStatus>): ReportStatus => ({
  ...{ id: 'one', kind: 'copyright', state: 'approved', receivedAt: '2026-11-23T12:00:00Z' },
  ...{ hasMailbox: true, isConfirmed: true, isOwn: true, linkedAt: null, decidedAt: null, dueAt: null },
  ...{ isHidden: true, asked: [], targets: [], disagrees: false, comesBack: null },
  ...fields,
});

test('a complainant takes back what a copyright notice has taken off, by the page of the confirmed mailbox', () => {
  for (const state of ['approved', 'countered', 'restoring', 'litigation'] as const)
    expect(canWithdraw(status({ state })), state).toBe(true);
  for (const other of [{ isConfirmed: false }, { isOwn: false }, { isHidden: false }, { kind: 'privacy' }])
    expect(canWithdraw(status(other)), JSON.stringify(other)).toBe(false);
  expect(canWithdraw(status({ state: 'open', isHidden: false }))).toBe(true);
});

test('a confirmed counter-notice that has ended was not withdrawn for certain', () => {
  const ended = wordsOf(status({ kind: 'counter_notice', state: 'withdrawn', isHidden: false }));
  expect([ended.title, ended.next]).toEqual(['Ended', expect.stringContaining('ended by itself')]);
});

test('what was answered without taking anything off is not said to be off', () => {
  expect(wordsOf(status({ kind: 'privacy', isHidden: false })).title).toBe('Answered');
});

test('no mail is promised or claimed where none can be sent', () => {
  const next = (fields: Partial<ReportStatus>) =>
    wordsOf(status({ isConfirmed: false, isHidden: false, hasMailbox: false, ...fields })).next;
  const linkedAt = '2026-11-23T12:00:00Z';
  for (const state of ['unconfirmed', 'open', 'denied'] as const)
    expect(next({ state, linkedAt })).not.toMatch(/mail|tell you/);
  expect(next({ state: 'unconfirmed', linkedAt, hasMailbox: true })).toContain('We have sent you a mail.');
});

test('only who confirmed the mailbox is sent the reasons of a denial', () => {
  const next = (fields: Partial<ReportStatus>) => wordsOf(status({ state: 'denied', ...fields })).next;
  expect(next({ kind: 'privacy' })).toContain('Our mail says why');
  expect(next({ kind: 'privacy', isConfirmed: false })).not.toContain('mail says why');
  expect(next({ isConfirmed: false })).toContain('Our mail says why');
});
