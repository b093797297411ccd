export { createViewCounter, dailySalt, isRobot, type ViewCounter, type ViewDeps } from './views.ts';
