export { callsTable } from './calls-table.ts';
export { exampleInput } from './example.ts';
