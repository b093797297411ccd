import { keywordsFeature } from './keywords/feature.ts';
import { languagesFeature } from './languages/feature.ts';
import { searchesFeature } from './searches/feature.ts';
import { translationsFeature } from './translations/feature.ts';

export const wordsFeatures = [
  keywordsFeature,
  languagesFeature,
  searchesFeature,
  translationsFeature,
] as const;
