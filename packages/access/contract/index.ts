import { accountCalls } from './account.ts';
import { adminCalls } from './admin.ts';
import { adminSessionsCalls } from './admin-sessions.ts';
import { administratorsCalls } from './administrators.ts';
import { auditCalls } from './audit.ts';
import { tokensCalls } from './tokens.ts';

export * from './account.ts';
export * from './admin.ts';
export * from './admin-sessions.ts';
export * from './administrators.ts';
export * from './audit.ts';
export * from './login-words.ts';
export * from './passkeys.ts';
export * from './role.ts';
export * from './tokens.ts';

export const accessGroups = {
  admin: adminCalls,
  account: accountCalls,
  administrators: administratorsCalls,
  adminSessions: adminSessionsCalls,
  audit: auditCalls,
  tokens: tokensCalls,
} as const;

/** Paths of its back-office pages. */
export const accessPages = {
  login: '/admin/login',
  administrators: '/admin/administrators',
  tokens: '/admin/tokens',
  api: '/admin/api',
  audit: '/admin/audit',
} as const;
