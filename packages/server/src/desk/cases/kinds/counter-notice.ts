import { type CaseKindRules, LAPSE } from './case-kind.ts';

/** 17 U.S.C. 512(g)(3). It answers another case, whose films it brings back. */
export const counterNoticeRules: CaseKindRules = {
  kind: 'counter_notice',
  priority: 30,
  hides: 'decided',
  strikes: false,
  isRestricted: false,
  clocks: [
    { name: 'review', from: 'received', after: { hours: 48 }, alarms: [{ hours: 24 }], does: 'alarm' },
    // Without what the law asks for it is no counter-notice, and its sender should know how it ends.
    { ...LAPSE, endsConfirmed: true },
  ],
  sourceHears: null,
  retentionDays: 3 * 365,
  // Granting one needs no ground; these are for dismissing it.
  grounds: [
    {
      name: 'not_the_publisher',
      words: 'It does not come from the person whose material was removed',
      law: '17 U.S.C. 512(g)(3)',
    },
    { name: 'false_statements', words: 'It contains false statements', law: '17 U.S.C. 512(f)' },
    { name: 'repeated', words: 'It repeats a counter-notice that we have answered already', law: null },
  ],
};
