import { casesFeature } from './cases/feature.ts';
import { intakeFeature } from './intake/feature.ts';
import { outcomeFeature } from './outcome/feature.ts';

export const noticesFeatures = [casesFeature, outcomeFeature, intakeFeature] as const;
