import { catalogueFeature } from './catalogue/feature.ts';
import { duplicatesFeature } from './duplicates/feature.ts';
import { moveInsFeature } from './move-ins/feature.ts';

export const catalogueFeatures = [catalogueFeature, duplicatesFeature, moveInsFeature] as const;
