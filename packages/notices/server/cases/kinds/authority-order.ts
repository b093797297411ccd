import { type CaseKindRules, LAPSE } from './case-kind.ts';

/** Digital Services Act, Article 9; orders of courts and authorities elsewhere. */
export const authorityOrderRules: CaseKindRules = {
  priority: 70,
  hides: 'decided',
  strikes: false,
  isRestricted: true,
  clocks: [
    { name: 'review', from: 'received', after: { hours: 24 }, alarms: [{ hours: 12 }], does: 'alarm' },
    LAPSE,
  ],
  // An order may forbid telling the source; otherwise an administrator writes to it.
  sourceHears: null,
  retentionDays: 3 * 365,
  grounds: [
    { name: 'order', words: 'An order from an authority', law: 'Regulation (EU) 2022/2065, Article 9' },
    { name: 'court', words: 'A court judgment or order', law: 'The order itself' },
  ],
};
