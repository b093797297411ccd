export { deleteSource } from './deletion.ts';
