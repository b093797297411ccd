export { followBasis } from './basis.ts';
export { deleteSource } from './deletion.ts';
