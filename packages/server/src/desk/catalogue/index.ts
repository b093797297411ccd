export { type Followed, followSource } from './source-words.ts';
