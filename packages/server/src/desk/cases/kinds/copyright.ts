import { type CaseKindRules, LAPSE } from './case-kind.ts';

/** 17 U.S.C. 512(c), and 512(g) for its counter-notice. */
export const copyrightRules: CaseKindRules = {
  kind: 'copyright',
  priority: 20,
  hides: 'decided',
  strikes: true,
  tellsUnconfirmed: true,
  isRestricted: false,
  clocks: [
    // The policy promises a review within 24 to 48 hours.
    { name: 'review', from: 'received', after: { hours: 48 }, alarms: [{ hours: 24 }], does: 'alarm' },
    // The law sets no end to counter-notices; the films are kept for this long.
    { name: 'counter_term', from: 'approved', after: { days: 180 }, alarms: [], does: 'close' },
    // 512(g)(2)(C): not less than 10, nor more than 14 business days after a counter-notice that has all elements.
    {
      ...{ name: 'restore', from: 'countered', after: { businessDays: 10 } },
      // No second administrator is asked, as the law sets the day: somebody should have looked by then.
      ...{ alarms: [{ businessDays: 5 }, { businessDays: 8 }], does: 'restore' },
    },
    {
      ...{ name: 'restore_by', from: 'countered', after: { businessDays: 14 } },
      ...{ alarms: [{ businessDays: 12 }], does: 'alarm' },
    },
    LAPSE,
  ],
  sourceHears: 'because of a notice of copyright infringement (17 U.S.C. 512(c))',
  retentionDays: 3 * 365,
  grounds: [{ name: 'copyright', words: 'Infringement of copyright', law: '17 U.S.C. 512(c)(1)(C)' }],
};
