import { type CaseKindRules, LAPSE } from './case-kind.ts';

/** TAKE IT DOWN Act, section 3: 48 hours from a valid request, even if incomplete by our form. */
export const intimateImageRules: CaseKindRules = {
  priority: 60,
  hides: 'confirmed',
  strikes: true,
  isRestricted: true,
  clocks: [
    {
      ...{ name: 'removal', from: 'received', after: { hours: 48 }, isHard: true },
      ...{ alarms: [{ hours: 24 }, { hours: 40 }], does: 'alarm' },
    },
    LAPSE,
  ],
  sourceHears: 'because of a notice that they show somebody without consent',
  retentionDays: 365,
  grounds: [
    {
      name: 'intimate_image',
      words: 'Intimate images published without the consent of the person shown',
      law: 'TAKE IT DOWN Act, section 3',
    },
  ],
};
