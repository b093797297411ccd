export { deleteRemoved } from './acts.ts';
export { orderRemoval } from './bulk-acts.ts';
export { isRemovingOf } from './bulk-queries.ts';
export { type Followed, followSource } from './source-words.ts';
