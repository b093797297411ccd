import type { AuditEntry } from '@vesper/contract';
import { expect, test } from 'vitest';
import { toCsv } from '../../../web/src/admin/ui/save-file.tsx';
import { actionWords, changedFields, inputFields } from './audit-entry.tsx';
import { CSV_COLUMNS } from './audit-page.tsx';

const ENTRY: AuditEntry = {
  ...{ seq: 7, at: '2026-11-20T12:00:00.000Z', endedAt: null },
  ...{ administrator: 'anna', by: 'session', token: null },
  ...{ network: '203.0.113', action: 'sources.change', subject: 's1', outcome: 'unknown', reason: null },
  ...{ input: { name: 'A "name"' }, before: null, after: null, hash: 'ab' },
};

test.each([
  ['sources.endPauses', 'Sources: end pauses'],
  ['cli.source.remove', 'Command line: source remove'],
  ['sitemapCrawls.start', 'Sitemap crawls: start'],
])('%s reads %s', (action, words) => expect(actionWords(action)).toBe(words));

test('a change is told field by field', () => {
  const before = { dailyQuota: 10, enabled: true, tags: ['a', 'b'] };
  expect(changedFields(before, { dailyQuota: 20, enabled: false, note: '' })).toEqual([
    { name: 'Daily quota', before: '10', after: '20' },
    { name: 'Enabled', before: 'yes', after: 'no' },
    { name: 'Tags', before: 'a, b', after: 'none' },
    { name: 'Note', before: 'none', after: 'empty' },
  ]);
  expect(changedFields('was', null)).toEqual([{ name: 'Value', before: 'was', after: 'none' }]);
  expect(inputFields({ basis: { scope: ['embed'] } })).toEqual([
    { name: 'Basis', value: '{"scope":["embed"]}' },
  ]);
});

test('a line of CSV for each entry, quoted', () => {
  const [head, line, end] = toCsv(CSV_COLUMNS, [ENTRY]).split('\r\n');
  expect(head).toMatch(/^\uFEFF"Number","Began",/);
  expect(line).toBe(
    '"7","2026-11-20T12:00:00.000Z","","anna","session","","203.0.113","sources.change","s1","unknown","",' +
      '"{""name"":""A \\""name\\""""}","","","ab"',
  );
  expect(end).toBe('');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'])('%j is no formula', (subject) => {
  expect(toCsv(CSV_COLUMNS, [{ ...ENTRY, subject }])).toContain(`"'${subject}"`);
});
