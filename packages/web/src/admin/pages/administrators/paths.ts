/** The paths by which lists of this page are asked and refreshed. */
export const ACCOUNT = '/api/admin/account';
export const ADMINISTRATORS = '/api/admin/administrators';
export const SESSIONS = '/api/admin/sessions';
