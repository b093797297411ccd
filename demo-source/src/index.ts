export { numberedClip } from './clip.ts';
export { ensureClips } from './clips.ts';
export { type DemoSource, startDemoSource } from './site.ts';
