/** The areas of back-office calls that a token or a role reads or writes. */
export const SCOPED_AREAS = ['catalogue', 'ingest', 'takedowns', 'submissions', 'words', 'site'] as const;
export type ScopedArea = (typeof SCOPED_AREAS)[number];

/** Sessions only: one's own `account` is every administrator's, `owners` is for owners. */
export type AdminArea = ScopedArea | 'account' | 'owners';

/** The scopes of tokens and roles, such as `catalogue:read`; write access includes read access. */
export type TokenScope = `${ScopedArea}:${'read' | 'write'}`;

export const TOKEN_SCOPES = SCOPED_AREAS.flatMap((area): TokenScope[] => [`${area}:read`, `${area}:write`]);

export interface Rights {
  /** May do everything. */
  isOwner: boolean;
  scopes: readonly string[];
}

export function hasScope({ isOwner, scopes }: Rights, scope: TokenScope): boolean {
  return isOwner || scopes.includes(scope) || scopes.includes(scope.replace(':read', ':write'));
}
