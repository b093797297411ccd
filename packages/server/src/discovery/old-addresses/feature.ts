import { defineFeature } from '../../kernel/feature.ts';

/** Addresses of other sites whose videos were moved in. */
export const oldAddressesFeature = defineFeature({
  room: 'discovery/old-addresses',
  tables: { old_addresses: { clearing: 'keeps' } },
});
