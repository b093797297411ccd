import type { CaseKindRules } from './case-kind.ts';

/** Somebody shown may be under 18: hidden at once, with restricted access. */
export const minorRules: CaseKindRules = {
  priority: 100,
  hides: 'received',
  strikes: true,
  isRestricted: true,
  // Never lapses: somebody has to look.
  clocks: [
    {
      ...{ name: 'review', from: 'received', after: { hours: 24 }, isHard: true },
      ...{ alarms: [{ hours: 1 }, { hours: 12 }], does: 'alarm' },
    },
  ],
  // No warning before authorities have looked.
  sourceHears: null,
  // 18 U.S.C. 2258A(h): reports are preserved for one year.
  retentionDays: 365,
  grounds: [{ name: 'minor', words: 'A person under 18 may be shown', law: '18 U.S.C. 2252A' }],
};
