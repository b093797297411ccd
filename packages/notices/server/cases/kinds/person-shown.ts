import { type CaseKindRules, LAPSE } from './case-kind.ts';

export const personShownRules: CaseKindRules = {
  priority: 50,
  hides: 'confirmed',
  strikes: true,
  isRestricted: true,
  clocks: [
    // Required by card networks.
    {
      ...{ name: 'review', from: 'received', after: { businessDays: 7 } },
      ...{ alarms: [{ businessDays: 3 }, { businessDays: 6 }], does: 'alarm' },
    },
    LAPSE,
  ],
  sourceHears: 'because of a notice that they show somebody without consent',
  retentionDays: 365,
  grounds: [
    {
      name: 'no_consent',
      words: 'A person shown has not agreed to the publication, or has withdrawn the agreement',
      law: null,
    },
  ],
};
