/**
 * What the calls of the back office are about. A personal token is good for some of these, to read or to change;
 * `account` (administrators, sessions, tokens, the audit log) is for a session only.
 */
export const ADMIN_AREAS = ['catalogue', 'ingest', 'takedowns', 'words', 'site', 'account'] as const;
export type AdminArea = (typeof ADMIN_AREAS)[number];

/** What a token may be good for, `catalogue:read`; whoever may change may also read. */
export type TokenScope = `${Exclude<AdminArea, 'account'>}:${'read' | 'write'}`;

export const TOKEN_SCOPES = ADMIN_AREAS.filter((area) => area !== 'account').flatMap((area): TokenScope[] => [
  `${area}:read`,
  `${area}:write`,
]);
