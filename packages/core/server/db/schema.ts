export type * from '../../../../db/schema.ts';
