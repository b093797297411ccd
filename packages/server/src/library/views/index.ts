export { createViewCounter, type ViewCounter, type ViewDeps } from './views.ts';
