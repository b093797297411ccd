/** The addresses of its pages in the back office. */
export const appPages = {
  dashboard: '/dashboard',
  charts: '/admin/charts',
  howItIs: '/admin/how-it-is',
} as const;
