// Prints one hash over files and folders without build output, to detect changes.
// Plain JavaScript, because it also runs under whatever Node the machine has.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const hash = createHash('sha256').update(process.platform + process.arch);
for (const name of process.argv.slice(2)) add(name);
process.stdout.write(hash.digest('hex'));

function add(name) {
  if (['node_modules', 'dist'].includes(path.basename(name))) return;
  if (statSync(name).isDirectory()) {
    for (const entry of readdirSync(name).sort()) add(path.join(name, entry));
  } else {
    hash.update(`${name}\n`).update(readFileSync(name));
  }
}
