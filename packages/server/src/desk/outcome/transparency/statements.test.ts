import { CASE_KIND_FORMS } from '@vesper/contract';
import { describe, expect, test } from 'vitest';
import { CASE_KINDS } from '../../cases/kinds/index.ts';
import { lumenNoticeOf, lumenProblems } from './lumen.ts';
import { personalDataIn } from './personal-data.ts';
import { statementProblems } from './statement-rules.ts';
import { type DecidedCase, statementOf } from './statements.ts';

function kaseOf(fields: Partial<DecidedCase> = {}): DecidedCase {
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

const EVERY = CASE_KINDS.flatMap(({ kind, grounds }) =>
  grounds.flatMap((ground) =>
    ['taken_off', 'was_off', 'no_video', null].flatMap((outcome) =>
      [false, true].map((isRestored) => ({ kind, ground, outcome, isRestored })),
    ),
  ),
);

test.each(EVERY)(
  'of $kind ($ground.name), outcome $outcome, restored $isRestored',
  ({ kind, ground, outcome, isRestored }) => {
    const label = CASE_KIND_FORMS.find((form) => form.kind === kind)?.label ?? '';
    for (const hidden of [null, new Date('2026-11-01T10:00:00Z')]) {
      const caseRow = kaseOf({
        ...{ kind, label, ground: outcome === null ? null : ground, outcome, hidden_at: hidden },
        restored_at: isRestored ? new Date('2026-11-20T10:00:00Z') : null,
      });
      const statement = statementOf(caseRow);
      expect(statement !== undefined).toBe(outcome === 'taken_off' || outcome === 'was_off');
      if (statement) expect([statementProblems(statement), personalDataIn(statement)]).toEqual([[], []]);
      const notice = lumenNoticeOf(caseRow);
      if (notice) expect([lumenProblems(notice), personalDataIn(notice)]).toEqual([[], []]);
      if (['intimate_image', 'minor', 'person_shown', 'privacy'].includes(kind))
        expect(notice).toBeUndefined();
    }
  },
);

test('a statement says what is known', () => {
  expect(statementOf(kaseOf())).toEqual({
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
      'A notice (copyright notice) came in on 2026-11-01. A person examined it and decided on 2026-11-02. One video was taken off the site.',
    source_type: 'SOURCE_TYPE_OTHER_NOTIFICATION',
    automated_detection: 'No',
    automated_decision: 'AUTOMATED_DECISION_NOT_AUTOMATED',
    puid: '5f0c6a52-6f0e-4d6e-9a55-3c1a2b9f1d10',
  });
  expect(statementOf(kaseOf({ category: 'STATEMENT_CATEGORY_VIOLENCE' }))).toMatchObject({
    category: 'STATEMENT_CATEGORY_VIOLENCE',
  });
});

describe('the published rules', () => {
  const good = statementOf(kaseOf()) ?? {};
  test.each<[string, object, string]>([
    ['a missing field', { puid: '' }, 'puid is missing.'],
    [
      'a category from before July 2025',
      { category: 'STATEMENT_CATEGORY_PIRACY' },
      'category may not be STATEMENT_CATEGORY_PIRACY.',
    ],
    ['a list that is none', { content_type: 'CONTENT_TYPE_VIDEO' }, 'content_type must be a list.'],
    ['too much text', { decision_facts: 'x'.repeat(5001) }, 'decision_facts is too long.'],
    [
      'a day that is none',
      { application_date: '2026-02-30' },
      'application_date must be a day after 2020-01-01.',
    ],
    [
      'a field of the other ground',
      { incompatible_content_ground: 'Terms' },
      'incompatible_content_ground does not belong to this ground.',
    ],
    ['no ground', { illegal_content_legal_ground: undefined }, 'illegal_content_legal_ground is missing.'],
    ['an unknown field', { url: 'x' }, 'url is not a field of a statement.'],
    ['an id with other characters', { puid: 'a b' }, 'puid has another form.'],
  ])('refuse %s', (_, change, sentence) => {
    expect(statementProblems({ ...good, ...change })).toEqual([sentence]);
  });
});

describe('what looks like data of a person is found', () => {
  test.each([
    ['Write to ann.lee@films.example today', 'an email address'],
    ['Call +1 555 010 0199', 'a telephone number'],
    ['Call (030) 901820', 'a telephone number'],
    ['555-010-0199', 'a telephone number'],
    ['She lives in 1 Test Street, Testtown', 'a postal address'],
    ['Teststraße 12', 'a postal address'],
  ])('%s', (text, what) => {
    expect(personalDataIn({ decision_facts: [text] })).toEqual([
      `decision_facts holds what looks like ${what}.`,
    ]);
  });

  test('what the sender has written', () => {
    expect(personalDataIn({ notice: { title: 'The film of ANN LEE' } }, ['Ann Lee', 'x'])).toEqual([
      'title holds what the sender has written about himself or herself.',
    ]);
  });

  test.each([
    '2026-11-01',
    '17 U.S.C. 512(c)(1)(C)',
    'Regulation (EU) 2022/2065, Article 16',
    'Three videos',
  ])('but not %s', (text) => expect(personalDataIn({ decision_facts: text })).toEqual([]));
});
