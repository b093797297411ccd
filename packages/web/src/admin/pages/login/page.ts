import { adminPage } from '../admin-page.ts';

export default adminPage({
  load: {
    login: () => import('./login-page.tsx'),
  },
});
