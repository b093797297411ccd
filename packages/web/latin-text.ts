import type { Plugin } from 'vite';

/**
 * Writes the characters beyond Latin-1 as escapes in the server's bundle: V8 keeps a text that has one of them in two
 * bytes a character, and the text of all code as long as the process lives.
 */
export function latinText(): Plugin {
  return {
    name: 'latin-text',
    apply: (_, { isSsrBuild }) => isSsrBuild === true,
    generateBundle(_, files) {
      for (const file of Object.values(files))
        if (file.type === 'chunk') file.code = file.code.replace(/[^\x00-\xff]/g, escapeOf);
    },
  };
}

function escapeOf(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
