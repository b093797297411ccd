export { callsTable } from './calls-table.ts';
