import { type CaseKindRules, LAPSE } from './case-kind.ts';

/** Somebody is shown and has not agreed, or no longer agrees, to its publication. */
export const personShownRules: CaseKindRules = {
  kind: 'person_shown',
  priority: 50,
  hides: 'confirmed',
  strikes: true,
  isRestricted: true,
  clocks: [
    // As the rules of card networks have it for complaints of persons shown.
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
