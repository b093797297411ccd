export { deleteRemoved } from './acts.ts';
export { orderRemoval, runBatch } from './bulk-acts.ts';
export { type Followed, followSource } from './source-words.ts';
