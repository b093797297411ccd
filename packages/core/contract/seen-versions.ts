import { z } from 'zod';

const VERSION = 'version must be the number returned with the item to delete.';

/** The largest integer of PostgreSQL. */
export const MOST_VERSION = 2_147_483_647;

/** The version the caller has read. If given, an item changed since then is not deleted. */
export const seenVersion = z.coerce
  .number(VERSION)
  .int(VERSION)
  .min(0, VERSION)
  .max(MOST_VERSION, VERSION)
  .optional();

export const SeenVersion = z.object({ version: seenVersion });
