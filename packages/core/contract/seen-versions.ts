import { z } from 'zod';

const VERSION = 'version must be the number that came with what is to be deleted.';

/** The largest integer of PostgreSQL. */
export const MOST_VERSION = 2_147_483_647;

/** The version that was read. If given, nothing is deleted if it was changed since. */
export const seenVersion = z.coerce
  .number(VERSION)
  .int(VERSION)
  .min(0, VERSION)
  .max(MOST_VERSION, VERSION)
  .optional();

export const SeenVersion = z.object({ version: seenVersion });
