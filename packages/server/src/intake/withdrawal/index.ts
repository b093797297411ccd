export { deleteSource } from './deletion.ts';
export { followBasis } from './follow-basis.ts';
