export { CATALOGUE } from './catalogue.ts';
export { CATEGORIES, type Category, type Clip } from './clip.ts';
export { type ClipOutput, clipArguments } from './clip-arguments.ts';
export { type ClipProgress, clipFiles, type EnsureClipsOptions, ensureClips } from './clips.ts';
export { type DemoSource, type DemoSourceOptions, type RequestRecord, startDemoSource } from './site.ts';
