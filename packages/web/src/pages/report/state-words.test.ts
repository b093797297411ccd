import type { ReportStatus } from '@vesper/contract';
import { expect, test } from 'vitest';
import { canWithdraw, wordsOf } from './state-words.ts';

const status = (fields: Partial<ReportStatus>): ReportStatus => ({
  ...{ id: 'one', kind: 'copyright', state: 'approved', receivedAt: '2026-11-23T12:00:00Z' },
  ...{ hasMailbox: true, isConfirmed: true, isOwn: true, linkedAt: null, decidedAt: null, dueAt: null },
  ...{ isHidden: true, asked: [], targets: [], disagrees: false, comesBack: null },
  ...fields,
});

test('a complainant with a confirmed address can withdraw a copyright notice after the takedown', () => {
  for (const state of ['approved', 'countered', 'restoring', 'litigation'] as const)
    expect(canWithdraw(status({ state })), state).toBe(true);
  for (const other of [{ isConfirmed: false }, { isOwn: false }, { isHidden: false }, { kind: 'privacy' }])
    expect(canWithdraw(status(other)), JSON.stringify(other)).toBe(false);
  expect(canWithdraw(status({ state: 'open', isHidden: false }))).toBe(true);
});

test('a closed counter-notice may not have been withdrawn', () => {
  const ended = wordsOf(status({ kind: 'counter_notice', state: 'withdrawn', isHidden: false }));
  expect([ended.title, ended.next]).toEqual(['Closed', expect.stringContaining('closed automatically')]);
});

test('a notice answered without a takedown does not claim one', () => {
  expect(wordsOf(status({ kind: 'privacy', isHidden: false })).title).toBe('Answered');
});

test('no email is promised or claimed where none can be sent', () => {
  const next = (fields: Partial<ReportStatus>) =>
    wordsOf(status({ isConfirmed: false, isHidden: false, hasMailbox: false, ...fields })).next;
  const linkedAt = '2026-11-23T12:00:00Z';
  for (const state of ['unconfirmed', 'open', 'denied'] as const)
    expect(next({ state, linkedAt })).not.toMatch(/mail|tell you/);
  expect(next({ state: 'unconfirmed', linkedAt, hasMailbox: true })).toContain('We have sent you an email.');
});

test('only a confirmed address is sent the reasons for a denial', () => {
  const next = (fields: Partial<ReportStatus>) => wordsOf(status({ state: 'denied', ...fields })).next;
  expect(next({ kind: 'privacy' })).toContain('Our email says why');
  expect(next({ kind: 'privacy', isConfirmed: false })).not.toContain('mail says why');
  expect(next({ isConfirmed: false })).toContain('Our email says why');
});
