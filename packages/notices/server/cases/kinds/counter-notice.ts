import { type CaseKindRules, LAPSE } from './case-kind.ts';

/** 17 U.S.C. 512(g)(3). It answers another case and restores its videos. */
export const counterNoticeRules: CaseKindRules = {
  priority: 30,
  hides: 'decided',
  strikes: false,
  isRestricted: false,
  clocks: [
    { name: 'review', from: 'received', after: { hours: 48 }, alarms: [{ hours: 24 }], does: 'alarm' },
    // Incomplete ones have no effect, and their sender is told that they ended.
    { ...LAPSE, endsConfirmed: true },
  ],
  sourceHears: null,
  retentionDays: 3 * 365,
  // Only for dismissing; granting needs no ground.
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
