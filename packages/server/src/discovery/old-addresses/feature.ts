import { defineFeature } from '../../kernel/feature.ts';

/** Addresses of other sites whose films were moved in. `main` gives what leads on to the pages. */
export const oldAddressesFeature = defineFeature({
  room: 'discovery/old-addresses',
  tables: { old_addresses: { clearing: 'keeps' } },
});
