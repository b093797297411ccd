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
  grounds: [{ name: 'counter_notice', words: 'Counter-notification', law: '17 U.S.C. 512(g)(2)(C)' }],
};
