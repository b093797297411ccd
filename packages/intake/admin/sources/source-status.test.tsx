import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SourceStatus } from './source-status.tsx';

const AT = '2026-01-01T00:00:00.000Z';
const reading = (result: 'read' | 'in_part' | 'not_read') => ({ result, at: AT, since: AT, message: null });
const pause = { class: '5xx', until: AT, message: '' };

test.each([
  ['Active', 'text-good', { enabled: true, pauses: [], lastReading: null }],
  ['Active', 'text-good', { enabled: true, pauses: [], lastReading: reading('read') }],
  ['Active', 'text-warn', { enabled: true, pauses: [], lastReading: reading('in_part') }],
  ['Enabled', 'text-warn', { enabled: true, pauses: [], lastReading: reading('not_read') }],
  ['Active, paused', 'text-warn', { enabled: true, pauses: [pause], lastReading: reading('read') }],
  ['Disabled', 'text-muted', { enabled: false, pauses: [pause], lastReading: reading('not_read') }],
])('%s, %s', (words, tone, source) => {
  const badge = renderToStaticMarkup(<SourceStatus source={source} />);
  expect(badge).toContain(tone);
  expect(badge.replace(/<[^>]+>/g, '')).toBe(words);
});
