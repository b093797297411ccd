export * from './admin-pages.ts';
export * from './areas.ts';
export * from './client.ts';
export * from './routes.ts';
