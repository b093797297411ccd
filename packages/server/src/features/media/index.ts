export { createMediaAddresses, type MediaAddresses, type MediaFields } from './addresses.ts';
export { type CleaningReport, cleanStorage } from './cleaning.ts';
export { mountMediaDelivery } from './delivery.ts';
export { cleanStorageJob } from './jobs.ts';
export { type ProbedVideo, probeVideo } from './probe.ts';
export { mediaRoutes } from './routes.ts';
export { createMediaSigner, type MediaPurpose, type MediaSigner } from './signing.ts';
export { makeThumbnail } from './thumbnail.ts';
