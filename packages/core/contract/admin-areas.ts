/** A token reads or writes some of these areas of back-office calls; `account` needs a session. */
export const ADMIN_AREAS = ['catalogue', 'ingest', 'takedowns', 'words', 'site', 'account'] as const;
export type AdminArea = (typeof ADMIN_AREAS)[number];

/** The scopes of tokens, such as `catalogue:read`; write access includes read access. */
export type TokenScope = `${Exclude<AdminArea, 'account'>}:${'read' | 'write'}`;

export const TOKEN_SCOPES = ADMIN_AREAS.filter((area) => area !== 'account').flatMap((area): TokenScope[] => [
  `${area}:read`,
  `${area}:write`,
]);
