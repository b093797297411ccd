import { expect, it } from 'vitest';
import { assetsFromManifest } from './assets.ts';

it('finds what the entry loads, and what each page adds', () => {
  const manifest = {
    'src/entry-client.tsx': {
      file: 'entry-1.js',
      css: ['entry-2.css'],
      imports: ['_shared.js'],
      dynamicImports: ['src/later.tsx'],
    },
    '_shared.js': {
      file: 'shared-3.js',
      css: ['shared-4.css', 'entry-2.css'],
      imports: ['src/entry-client.tsx', '_deep.js'],
    },
    '_deep.js': { file: 'deep-5.js', imports: ['_shared.js'] },
    'src/later.tsx': { file: 'later-6.js' },
    'src/pages/home/index.ts': { file: 'home-7.js', imports: ['_shared.js', '_grid.js'] },
    'src/pages/dmca/index.tsx': { file: 'dmca-9.js' },
    '_grid.js': { file: 'grid-8.js', imports: ['src/entry-client.tsx'] },
  };
  expect(assetsFromManifest(manifest)).toEqual({
    scripts: ['/assets/entry-1.js'],
    styles: ['/assets/entry-2.css', '/assets/shared-4.css'],
    preloads: ['/assets/shared-3.js', '/assets/deep-5.js'],
    pages: { home: ['/assets/home-7.js', '/assets/grid-8.js'], dmca: ['/assets/dmca-9.js'] },
  });
});

it('refuses a manifest of another build', () => {
  expect(() => assetsFromManifest({})).toThrow('entry-client');
});
