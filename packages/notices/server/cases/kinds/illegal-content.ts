import { type CaseKindRules, LAPSE } from './case-kind.ts';

/** Digital Services Act, Articles 16 and 17. */
export const illegalContentRules: CaseKindRules = {
  priority: 30,
  hides: 'decided',
  strikes: false,
  isRestricted: false,
  clocks: [
    { name: 'review', from: 'received', after: { hours: 72 }, alarms: [{ hours: 48 }], does: 'alarm' },
    // Article 20(1): complaints are accepted for at least six months.
    { name: 'complaint_term', from: 'approved', after: { days: 183 }, alarms: [], does: 'close' },
    LAPSE,
  ],
  sourceHears: 'because of a notice that they are illegal, or against our terms',
  retentionDays: 365,
  grounds: [
    { name: 'illegal_content', words: 'Illegal content', law: 'Regulation (EU) 2022/2065, Article 16' },
    { name: 'terms', words: 'Content that our terms of use do not allow', law: null },
  ],
};
