import { type CaseKindRules, LAPSE } from './case-kind.ts';

/** General Data Protection Regulation, Articles 15 to 17 and 21. */
export const privacyRules: CaseKindRules = {
  priority: 25,
  hides: 'decided',
  strikes: false,
  isRestricted: false,
  clocks: [
    // Article 12(3): within one month.
    {
      ...{ name: 'answer', from: 'received', after: { days: 30 } },
      ...{ alarms: [{ days: 14 }, { days: 25 }], does: 'alarm' },
    },
    LAPSE,
  ],
  sourceHears: 'because of a request about personal data',
  retentionDays: 365,
  grounds: [
    {
      name: 'privacy',
      words: 'Personal data without a legal basis',
      law: 'Regulation (EU) 2016/679, Article 17',
    },
    {
      ...{ name: 'answered', words: 'Answered without a takedown', takesOff: false },
      law: 'Regulation (EU) 2016/679, Articles 15 and 16',
    },
  ],
  // Requests for access or correction do not ask for removal.
  groundFor: ({ request }) => (request === 'access' || request === 'correct' ? 'answered' : 'privacy'),
};
