import { uploadsFeature } from './uploads/feature.ts';

export const uploadsFeatures = [uploadsFeature] as const;
