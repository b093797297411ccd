import { blockListFeature } from './block-list/feature.ts';
import { crawlerFeature } from './crawler/feature.ts';
import { downloadsFeature } from './downloads/feature.ts';
import { dumpsFeature } from './dumps/feature.ts';
import { ledgerFeature } from './ledger/feature.ts';
import { mannersFeature } from './manners/feature.ts';
import { readersFeature } from './readers/feature.ts';
import { revisitsFeature } from './revisits/feature.ts';
import { sourcesFeature } from './sources/feature.ts';
import { streamsFeature } from './streams/feature.ts';
import { withdrawalFeature } from './withdrawal/feature.ts';

export const intakeFeatures = [
  blockListFeature,
  crawlerFeature,
  downloadsFeature,
  dumpsFeature,
  ledgerFeature,
  mannersFeature,
  readersFeature,
  revisitsFeature,
  sourcesFeature,
  streamsFeature,
  withdrawalFeature,
] as const;
