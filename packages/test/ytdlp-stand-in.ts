import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Writes a program that acts like yt-dlp: takes our arguments, fetches through the given proxy, prints JSON or progress,
 * and leaves a file. It reads `<video src>` with a `<title>`, or JSON that it prints as it is. Its path.
 */
export async function writeYtdlpStandIn(folder: string, version = '2026.07.04'): Promise<string> {
  const file = path.join(folder, 'yt-dlp-stand-in.cjs');
  await writeFile(file, `#!${process.execPath}\nconst VERSION = '${version}';\n${PROGRAM}`);
  await chmod(file, 0o755);
  return file;
}

const PROGRAM = `
const fs = require('node:fs');
const http = require('node:http');
const { spawn } = require('node:child_process');

const args = process.argv.slice(2);
const valueOf = (flag) => args[args.indexOf(flag) + 1];
const fail = (words) => { console.error('ERROR: ' + words); process.exit(1); };

if (args.includes('--version')) {
  console.log(VERSION);
  process.exit(0);
}
if (args.at(-2) !== '--') fail('no address after --');
const proxy = new URL(valueOf('--proxy'));
const credential = Buffer.from(proxy.username + ':' + proxy.password).toString('base64');

function get(url, headers = {}) {
  return new Promise((resolve, reject) => {
    const wanted = { ...headers, host: new URL(url).host, 'user-agent': valueOf('--add-headers').slice(11) };
    wanted['proxy-authorization'] = 'Basic ' + credential;
    const options = { host: proxy.hostname, port: proxy.port, path: url, headers: wanted, agent: false };
    http.get(options, (response) => {
      const { statusCode: status } = response;
      if (status >= 300 && status < 400) {
        response.resume();
        resolve(get(new URL(response.headers.location, url).href, headers));
      } else if (status >= 400) fail('[generic] Unable to download webpage: HTTP Error ' + status + ': Words');
      else resolve(response);
    }).on('error', reject);
  });
}

async function textOf(response) {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return text;
}

async function download(url) {
  const name = valueOf('--output');
  const part = name + '.part';
  let had = fs.existsSync(part) ? fs.statSync(part).size : 0;
  const response = await get(url, had > 0 ? { range: 'bytes=' + had + '-' } : {});
  if (response.statusCode !== 206) had = 0;
  const length = Number(response.headers['content-length']);
  const total = Number.isNaN(length) ? NaN : had + length;
  if (total > Number(valueOf('--max-filesize'))) {
    console.log('[download] File is larger than max-filesize (' + total + ' bytes). Aborting.');
    process.exit(0);
  }
  const mark = valueOf('--progress-template').split(':')[1].split(' ')[0];
  const file = fs.openSync(part, had > 0 ? 'a' : 'w');
  for await (const chunk of response) {
    fs.writeSync(file, chunk);
    had += chunk.length;
    console.log(mark + ' ' + had + ' ' + (Number.isNaN(total) ? 'NA' : total) + ' NA');
  }
  fs.renameSync(part, name);
}

async function main() {
  const url = args.at(-1);
  if (url.endsWith('/hang')) {
    const child = spawn('/bin/sleep', ['300']);
    fs.writeFileSync('pids', process.pid + ' ' + child.pid);
    await new Promise(() => setInterval(() => undefined, 1000));
  }
  const response = await get(url);
  const type = response.headers['content-type'];
  if (type === 'video/mp4') {
    response.destroy();
    return download(url);
  }
  const text = await textOf(response);
  const src = /<video src="([^"]*)"/.exec(text)?.[1];
  if (args.includes('--dump-single-json')) {
    if (type === 'application/json') return void fs.writeSync(1, text);
    if (!src) fail('Unsupported URL: ' + url);
    const title = /<title>([^<]*)/.exec(text)?.[1];
    const env = Object.keys(process.env).sort().join(' ');
    const info = { id: '1', extractor: 'standin', title, webpage_url: url, tags: [env], description: process.cwd() };
    return console.log(JSON.stringify(info));
  }
  if (!src) fail('Unsupported URL: ' + url);
  return download(new URL(src, url).href);
}

main().catch((error) => fail('Unable to download video data: <urlopen error ' + error.message + '>'));
`;
