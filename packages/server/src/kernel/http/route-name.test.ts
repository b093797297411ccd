import { expect, test } from 'vitest';
import { routeName } from './route-name.ts';

test.each([
  ['/api/videos/:id', '/api/videos/12?key=secret', '/api/videos/:id'],
  ['/*', '/video/12?key=secret', '/video/:id'],
  ['/*', '/?search=secret', '/'],
  ['/*', '/report/status/secret', '/report/status/:token'],
  ['/*', '/en/gradients', '/:lang/:slug'],
  ['/*', '/some/other/secret', '/*'],
  [undefined, '/secret', ''],
])('the route %s at %s is named %s', (route, url, name) => {
  expect(routeName({ url, routeOptions: { url: route } } as never)).toBe(name);
});
