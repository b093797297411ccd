import { hasScope, TOKEN_SCOPES } from '@vesper/core/contract';
import { z } from 'zod';

export const Scope = z.enum(TOKEN_SCOPES, { error: 'This scope does not exist.' });

const NO_AREAS = 'Please make them an owner, or choose what they may read or change.';
const NO_SUBMISSIONS = 'Only somebody who reads submissions can open sealed papers.';

export const Role = z.object({
  isOwner: z.boolean(),
  /** Empty for an owner, who may do everything. */
  scopes: z.array(Scope).max(100, 'Please name each scope once.'),
  /** Whether they may open the sealed papers of submissions. Owners need this grant too. */
  opensPapers: z.boolean(),
});
export type Role = z.output<typeof Role>;

export const OWNER: Role = { isOwner: true, scopes: [], opensPapers: false };

export const NewRole = Role.refine(({ isOwner, scopes }) => isOwner || scopes.length > 0, {
  error: NO_AREAS,
  path: ['scopes'],
}).refine((role) => !role.opensPapers || hasScope(role, 'submissions:read'), {
  error: NO_SUBMISSIONS,
  path: ['opensPapers'],
});
