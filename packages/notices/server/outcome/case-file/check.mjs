/**
 * Checks a case file, offline and with Node alone:
 *   node check.mjs                 the folder in which this file lies
 *   node check.mjs <file.zip>      the archive as it was handed over
 * Exit code 1 if anything was changed, with a sentence that says what; 2 if nothing was found, but not all can be proven.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';

const MANIFEST = 'manifest.json';
const SEAL = 'manifest.sha256';
const SHA256 = /^[0-9a-f]{64}$/;

function sha256(...parts) {
  return parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');
}

const fromHex = (text) => Buffer.from(text, 'hex');

function need(isTrue, sentence) {
  if (!isTrue) throw new Error(sentence);
}

/** Names and bytes. */
function readFolder(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return { name: path.relative(folder, file).split(path.sep).join('/'), bytes: readFileSync(file) };
    });
}

/** The archive's files. They are stored as they are, so the whole archive can be made again and compared. */
function readArchive(zip) {
  const end = zip.length - 22;
  need(end >= 0 && zip.readUInt32LE(end) === 0x06054b50, 'This is not a case file, or its end is damaged.');
  const files = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28);
    const name = zip.subarray(at + 46, nameEnd).toString('latin1');
    const from = zip.readUInt32LE(at + 42) + 30 + name.length;
    files.push({ name, bytes: zip.subarray(from, from + zip.readUInt32LE(at + 24)) });
    at = nameEnd;
  }
  need(archiveOf(files).equals(zip), 'The archive was changed, beside or within its files.');
  return files;
}

/** The same as the site makes of these files (PKWARE's APPNOTE, 4.3): stored, without dates. */
function archiveOf(files) {
  const pieces = [];
  const directory = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(10, 0);
    shared.writeUInt16LE(33, 8);
    shared.writeUInt32LE(crc32(bytes), 10);
    shared.writeUInt32LE(bytes.length, 14);
    shared.writeUInt32LE(bytes.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    const nameBytes = Buffer.from(name, 'latin1');
    directory.push(Buffer.from('PK\x01\x02\x0a\x00'), shared, tail, nameBytes);
    pieces.push(Buffer.from('PK\x03\x04'), shared, nameBytes, bytes);
    offset += 30 + name.length + bytes.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...pieces, list, Buffer.from('PK\x05\x06'), end]);
}

/** Every file is in the manifest with its SHA-256, and every file of the manifest is there. Its own SHA-256. */
function checkManifest(files) {
  const bytes = files.get(MANIFEST);
  need(bytes && files.has(SEAL), 'The manifest is missing.');
  need(files.get(SEAL).equals(Buffer.from(`${sha256(bytes)}\n`)), 'The manifest was changed.');
  const listed = JSON.parse(bytes.toString()).files;
  for (const [name, hash] of Object.entries(listed)) {
    need(files.has(name), `${name} is missing.`);
    need(sha256(files.get(name)) === hash, `${name} was changed.`);
  }
  for (const name of files.keys())
    need(name === MANIFEST || name === SEAL || Object.hasOwn(listed, name), `${name} was added.`);
  return sha256(bytes);
}

/** JSON with its keys sorted at every depth and without spaces, of which the digests are made. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
}

/** Walks the log from the row before the case's first entry to its end. */
function checkChain({ start, end, anchor }, rows, entries) {
  const about = new Map(entries.map((entry) => [entry.seq, entry]));
  need(about.size === entries.length, 'A log entry is there twice.');
  let hash = start.hash;
  let { seq } = start;
  need(SHA256.test(start.hash), 'The hash before the first row of the log is invalid.');
  for (const row of rows) {
    seq += 1;
    need(SHA256.test(row), `Row ${seq} of the log is not a digest.`);
    const isShown = about.has(seq);
    const { hash: own, prev_hash: previous, ...entry } = about.get(seq) ?? {};
    if (isShown) {
      need(previous === hash, `Entry ${seq} of the log does not follow the one before.`);
      need(sha256(canonical(entry)) === row, `Entry ${seq} of the log was changed.`);
    }
    hash = sha256(fromHex(hash), fromHex(row));
    if (isShown) need(own === hash, `Entry ${seq} of the log is in the wrong place.`);
    about.delete(seq);
    if (anchor?.seq === seq) need(anchor.hash === hash, 'The log does not lead to its anchor.');
  }
  need(about.size === 0, 'A log entry is not in its place.');
  need(seq === end.seq && hash === end.hash, 'The log does not lead to its end.');
}

/**
 * The papers of which the log was told: only where the site itself wrote it. Anything else in an entry may be what
 * somebody typed.
 */
function toldIn({ action, actor_id: actor, actor_name: name, phase, after }) {
  const isOfSite = name === 'system' && actor === null && action.startsWith('cases.');
  const isNote = action === 'casework.note' && phase === 'ended';
  return (isOfSite || isNote) && Array.isArray(after?.papers) ? after.papers : [];
}

/** Each text is the one of which the log was told when it was written, and none is missing. How many were erased. */
function checkPapers(papers, entries) {
  const told = new Set(entries.flatMap(toldIn));
  let erased = 0;
  for (const { number, salt, text, sha256: digest } of papers) {
    need(told.has(digest), `Paper ${number} is not recorded in the log.`);
    if (text === null) erased += 1;
    else {
      // The digest does not tell where the salt ends: its length does.
      need(/^[0-9a-f]{32}$/.test(salt), `The salt of paper ${number} was changed.`);
      need(sha256(fromHex(salt), text) === digest, `Paper ${number} was changed.`);
    }
  }
  const shown = new Set(papers.map((paper) => paper.sha256));
  need(
    [...told].every((digest) => shown.has(digest)),
    'A paper recorded in the log is missing.',
  );
  return erased;
}

function check(place) {
  const read = statSync(place).isDirectory() ? readFolder(place) : readArchive(readFileSync(place));
  const files = new Map(read.map(({ name, bytes }) => [name, bytes]));
  need(files.size === read.length, 'A file is there twice.');
  const manifest = checkManifest(files);
  const named = (pattern) =>
    [...files.keys()]
      .filter((name) => pattern.test(name))
      .sort()
      .map((name) => files.get(name).toString());
  const rows = named(/^chain\/rows-/).flatMap((text) => text.trimEnd().split('\n'));
  const entries = named(/^chain\/entries-/).flatMap((text) => JSON.parse(text));
  const papers = named(/^papers\/.*\.json$/).map((text) => JSON.parse(text));
  const proof = JSON.parse(files.get('chain/proof.json').toString());
  const { id } = JSON.parse(files.get('case.json').toString());
  const acts = new Set(entries.filter(({ subject }) => subject === id).map(({ act }) => act));
  need(
    entries.every(({ act }) => acts.has(act)),
    'A log entry belongs to another case.',
  );
  need(proof || entries.length === 0, 'The proof is missing.');
  if (proof) checkChain(proof, rows, entries);
  const erased = checkPapers(papers, entries);
  const lines = [
    `Nothing was changed: ${files.size} files, ${papers.length} papers${erased ? `, ${erased} of them erased` : ''}.`,
    proof && `${entries.length} log entries lead through ${rows.length} rows to entry ${proof.end.seq},`,
    proof && `  ${proof.end.hash}.`,
    proof?.anchor && `They pass the anchor of entry ${proof.anchor.seq},\n  ${proof.anchor.hash}.`,
    `SHA-256 of the manifest:\n  ${manifest}.`,
    'Compare these with what the site kept elsewhere, as README.txt says.',
  ];
  return lines.filter(Boolean).join('\n');
}

try {
  console.log(check(process.argv[2] ?? import.meta.dirname));
} catch (error) {
  console.error(`Not valid: ${error.message}`);
  process.exitCode = 1;
}
