export { createManners, type Manners } from './manners.ts';
export { createRobotsCache } from './robots.ts';
