/** What one feature brings to the engine: read by `main`, by clearing and by the tests of the house. */
export interface Feature {
  /** Its folder, `intake/downloads`. */
  room: string;
  /** The tables that it alone writes, by name. */
  tables: Readonly<Record<string, object>>;
}

export function defineFeature<const F extends Feature>(feature: F): F {
  return feature;
}
