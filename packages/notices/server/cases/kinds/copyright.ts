import { type CaseKindRules, LAPSE } from './case-kind.ts';

/** 17 U.S.C. 512(c), and 512(g) for its counter-notice. */
export const copyrightRules: CaseKindRules = {
  priority: 20,
  hides: 'decided',
  strikes: true,
  tellsUnconfirmed: true,
  isRestricted: false,
  clocks: [
    // The policy promises a review within 48 hours.
    { name: 'review', from: 'received', after: { hours: 48 }, alarms: [{ hours: 24 }], does: 'alarm' },
    // The law sets no limit for counter-notices; files are kept this long.
    { name: 'counter_term', from: 'approved', after: { days: 180 }, alarms: [], does: 'close' },
    // 512(g)(2)(C): 10 to 14 business days after a complete counter-notice.
    {
      ...{ name: 'restore', from: 'countered', after: { businessDays: 10 } },
      // Fires without a second administrator, as the law sets the day; the alarms let somebody check before.
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
