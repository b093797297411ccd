import { defineFeature } from '@vesper/core/feature.ts';

/** Addresses of other sites whose videos were moved in. */
export const oldAddressesFeature = defineFeature({
  room: 'library/old-addresses',
  tables: { old_addresses: { clearing: 'keeps' } },
});
