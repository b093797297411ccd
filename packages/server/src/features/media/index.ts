export { createMediaAddresses, type MediaAddresses } from './addresses.ts';
export { type CleaningReport, cleanStorage } from './cleaning.ts';
export { mountMediaDelivery } from './delivery.ts';
export { cleanStorageJob } from './jobs.ts';
export { makePlaceholder } from './placeholder.ts';
export { probeVideo } from './probe.ts';
export { mediaRoutes } from './routes.ts';
export { createMediaSigner, type MediaPurpose } from './signing.ts';
export { makeThumbnail } from './thumbnail.ts';
