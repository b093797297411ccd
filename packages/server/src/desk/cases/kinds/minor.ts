import type { CaseKindRules } from './case-kind.ts';

/** Somebody shown may be under 18: off the site at once, seen only by those who must. */
export const minorRules: CaseKindRules = {
  kind: 'minor',
  priority: 100,
  hides: 'received',
  strikes: true,
  isRestricted: true,
  // It does not lapse: somebody has to look.
  clocks: [
    {
      ...{ name: 'review', from: 'received', after: { hours: 24 }, isHard: true },
      ...{ alarms: [{ hours: 1 }, { hours: 12 }], does: 'alarm' },
    },
  ],
  // The source is not warned before authorities have looked.
  sourceHears: null,
  // 18 U.S.C. 2258A(h): what was reported is preserved for one year.
  retentionDays: 365,
  grounds: [{ name: 'minor', words: 'A person under 18 may be shown', law: '18 U.S.C. 2252A' }],
};
