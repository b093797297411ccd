import type { BulkAct, ManagedVideo } from '@vesper/contract';
import { expect, test } from 'vitest';
import { caseInWords, formatAct, formatChange, formatSkipped, formatStatusReason } from './video-words.ts';

const VIDEO = { status: 'published', hiddenReason: null, removalReason: null, publishedAt: null, gone: null };
const reason = (video: object) => formatStatusReason({ ...VIDEO, ...video } as ManagedVideo);

test('why a video is not public', () => {
  expect(reason({})).toBe('');
  expect(reason({ status: 'hidden', hiddenReason: 'takedown' })).toBe('Because of a notice');
  expect(reason({ status: 'hidden', hiddenReason: 'gone', gone: { class: 'private' } })).toBe(
    'Requires a sign-in there',
  );
  expect(reason({ status: 'removed', removalReason: 'Asked for.' })).toBe('Asked for.');
  expect(reason({ status: 'removed' })).toBe('No reason was given.');
  expect(reason({ status: 'processing' })).not.toBe(
    reason({ status: 'processing', publishedAt: '2026-01-01' }),
  );
});

test('what a case means for its video, by its kind', () => {
  expect([
    caseInWords({ kind: 'copyright', isOpen: false, isHolding: true }),
    caseInWords({ kind: 'minor', isOpen: true, isHolding: true }),
    caseInWords({ kind: 'counter_notice', isOpen: true, isHolding: false }),
  ]).toEqual([
    'It is off the site because of a notice: Copyright notice.',
    'It is hidden until a notice about it is decided: Minor shown.',
    'A notice about it waits for a decision: Counter-notice.',
  ]);
});

const ACT = { act: 'hide', state: 'done', done: 12, total: 20, totalIsCapped: false, skipped: {} };
const NOTHING = { category: null, tags: null, reason: null, undoneAct: null };

test('what an act has done, is doing, or did until it was stopped', () => {
  expect(formatAct(ACT as unknown as BulkAct)).toBe('Hidden: 12 videos.');
  expect(
    formatAct({ ...ACT, state: 'running', total: 1000, totalIsCapped: true } as unknown as BulkAct),
  ).toBe('Hiding: 12 of 1,000+ videos.');
  expect(formatAct({ ...ACT, state: 'stopped', done: 1 } as unknown as BulkAct)).toBe(
    'Hidden: 1 video, then stopped.',
  );
});

test('what an act changes', () => {
  const change = (act: object) => formatChange({ ...ACT, ...NOTHING, ...act } as unknown as BulkAct);
  expect([
    change({}),
    change({ category: 'Nature' }),
    change({ tags: ['a', 'b'] }),
    change({ reason: 'Old' }),
    change({ act: 'undo', undoneAct: 'hide' }),
  ]).toEqual(['', 'To Nature.', 'a, b.', 'Reason: Old', 'What was hidden.']);
});

test('what an act left alone, by reason', () => {
  expect(formatSkipped({ skipped: { already: 3, taken_down: 1 } } as unknown as BulkAct)).toBe(
    'Left alone: 3 with nothing to change, 1 with a notice.',
  );
  expect(formatSkipped({ skipped: {} } as BulkAct)).toBe('');
});
