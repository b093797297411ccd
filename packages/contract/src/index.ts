export * from './categories.ts';
export * from './client.ts';
export * from './domains.ts';
export * from './errors.ts';
export * from './pages.ts';
export * from './routes.ts';
export * from './text.ts';
export * from './videos.ts';
