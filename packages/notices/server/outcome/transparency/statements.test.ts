import { STATEMENT_CATEGORIES } from '@vesper/contract';
import { describe, expect, test } from 'vitest';
import { CASE_KINDS } from '../../cases/kinds/index.ts';
import { lumenNoticeOf } from './lumen.ts';
import { personalDataIn } from './personal-data.ts';
import { type DecidedCase, statementOf, statementProblems } from './statements.ts';

function decidedCase(fields: Partial<DecidedCase> = {}): DecidedCase {
  return {
    id: '5f0c6a52-6f0e-4d6e-9a55-3c1a2b9f1d10',
    kind: 'copyright',
    label: 'Copyright notice',
    domain: 'charts.example',
    received_at: new Date('2026-11-01T10:00:00Z'),
    decided_at: new Date('2026-11-02T10:00:00Z'),
    hidden_at: null,
    restored_at: null,
    outcome: 'taken_off',
    ground: { words: 'Infringement of copyright', law: '17 U.S.C. 512(c)(1)(C)' },
    category: null,
    content_at: new Date('2026-05-01T10:00:00Z'),
    video_ids: ['video-1'],
    ...fields,
  };
}

test('every kind, ground and outcome yields a statement only for takedowns, without personal data', () => {
  for (const { kind, grounds } of CASE_KINDS)
    for (const ground of grounds)
      for (const outcome of ['taken_off', 'was_off', 'no_video', null]) {
        const caseRow = decidedCase({ kind, ground: outcome === null ? null : ground, outcome });
        const [statement, notice] = [statementOf(caseRow), lumenNoticeOf(caseRow)];
        expect(statement !== undefined).toBe(outcome === 'taken_off' || outcome === 'was_off');
        if (statement) expect(STATEMENT_CATEGORIES).toContain(statement.category);
        expect([...personalDataIn(statement), ...personalDataIn(notice)]).toEqual([]);
        if (['intimate_image', 'minor', 'person_shown', 'privacy'].includes(kind))
          expect(notice).toBeUndefined();
      }
});

test('a statement says what is known', () => {
  expect(statementOf(decidedCase())).toEqual({
    decision_visibility: ['DECISION_VISIBILITY_CONTENT_REMOVED'],
    decision_ground: 'DECISION_GROUND_ILLEGAL_CONTENT',
    illegal_content_legal_ground: '17 U.S.C. 512(c)(1)(C)',
    illegal_content_explanation: 'Infringement of copyright.',
    content_type: ['CONTENT_TYPE_VIDEO'],
    category: 'STATEMENT_CATEGORY_INTELLECTUAL_PROPERTY_INFRINGEMENTS',
    category_specification: ['KEYWORD_COPYRIGHT_INFRINGEMENT'],
    content_date: '2026-05-01',
    application_date: '2026-11-02',
    decision_facts:
      'A notice (copyright notice) was received on 2026-11-01. A person examined it and decided on 2026-11-02. One video was taken down.',
    source_type: 'SOURCE_TYPE_OTHER_NOTIFICATION',
    automated_detection: 'No',
    automated_decision: 'AUTOMATED_DECISION_NOT_AUTOMATED',
    puid: '5f0c6a52-6f0e-4d6e-9a55-3c1a2b9f1d10',
  });
  expect(statementOf(decidedCase({ category: 'STATEMENT_CATEGORY_VIOLENCE' }))).toMatchObject({
    category: 'STATEMENT_CATEGORY_VIOLENCE',
  });
});

test('a film older than the dates the database accepts is held back', () => {
  const statement = statementOf(decidedCase({ content_at: new Date('2019-12-31') })) ?? {};
  expect(statementProblems(statement)).toEqual(['content_date must be a day after 2020-01-01.']);
});

describe('apparent personal data is found', () => {
  test.each([
    ['Write to ann.lee@films.example today', 'an email address'],
    ['Call +1 555 010 0199', 'a telephone number'],
    ['Call (030) 901820', 'a telephone number'],
    ['555-010-0199', 'a telephone number'],
    ['She lives in 1 Test Street, Testtown', 'a postal address'],
    ['Teststraße 12', 'a postal address'],
  ])('%s', (text, what) => {
    expect(personalDataIn({ decision_facts: [text] })).toEqual([`decision_facts seems to contain ${what}.`]);
  });

  test.each([
    '2026-11-01',
    '17 U.S.C. 512(c)(1)(C)',
    'Regulation (EU) 2022/2065, Article 16',
    'Three videos',
  ])('but not %s', (text) => expect(personalDataIn({ decision_facts: text })).toEqual([]));
});
