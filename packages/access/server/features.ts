import { auditFeature } from './audit/feature.ts';
import { sessionsFeature } from './sessions/feature.ts';
import { tokensFeature } from './tokens/feature.ts';

export const accessFeatures = [auditFeature, sessionsFeature, tokensFeature] as const;
