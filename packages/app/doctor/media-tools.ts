import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runProcess } from '@vesper/core/lib/run-process.ts';
import { makeFilm, makePictures, makeRenditions, probeVideo } from '@vesper/library/media';
import type { Config } from '../settings/config.ts';
import { type Finding, failed, ok, warning } from './finding.ts';

const PROGRAMS = ['ffmpeg', 'ffprobe'] as const;
const INSTALL = 'Install ffmpeg (with libx264) in /usr/local/bin or /usr/bin.';
/** The first with `-fps_mode`. */
const OLDEST_FFMPEG = 5.1;

export async function checkPrograms(): Promise<Finding[]> {
  return Promise.all(PROGRAMS.map(checkProgram));
}

async function checkProgram(name: string): Promise<Finding> {
  try {
    const { stdout } = await runProcess(name, ['-version'], { timeoutMs: 30_000 });
    return judgeVersion(name, stdout.toString('utf8').split('\n')[0] ?? '');
  } catch {
    return failed(name, `${name} was not found, or did not answer.`, INSTALL);
  }
}

/** From "ffmpeg version 7.1.3-0+deb13u1 Copyright ...". */
export function judgeVersion(name: string, line: string): Finding {
  const version = /version (\S+)/.exec(line)?.[1] ?? 'of an unknown version';
  const number = Number(/^n?(\d+\.\d+)/.exec(version)?.[1] ?? Number.NaN);
  // Source builds have a date or commit.
  if (Number.isNaN(number) || number >= OLDEST_FFMPEG) return ok(name, `${name} ${version} was found.`);
  return failed(
    name,
    `${name} ${version} is older than ${OLDEST_FFMPEG}.`,
    `Install ${OLDEST_FFMPEG} or newer.`,
  );
}

interface Ability {
  list: 'decoders' | 'encoders' | 'muxers' | 'demuxers' | 'filters';
  needed: readonly (readonly string[])[];
  without: string;
  isVital: boolean;
}

const names = (text: string) => text.split(' ').map((one) => one.split('|'));

const ABILITIES: readonly Ability[] = [
  {
    list: 'decoders',
    needed: names('h264|libopenh264 aac|libfdk_aac'),
    without: 'no ordinary film can be read',
    isVital: true,
  },
  {
    list: 'decoders',
    needed: names('hevc vp9|libvpx-vp9 libdav1d|libaom-av1|av1 mpeg4 opus|libopus'),
    without: 'films in these codecs fail',
    isVital: false,
  },
  {
    list: 'encoders',
    needed: names('libx264 aac rawvideo'),
    without: 'no film can be made that browsers play',
    isVital: true,
  },
  {
    list: 'muxers',
    needed: names('mp4 hls rawvideo framecrc'),
    without: 'nothing can be made',
    isVital: true,
  },
  {
    list: 'demuxers',
    needed: names('mov matroska'),
    without: 'no ordinary film can be opened',
    isVital: true,
  },
  {
    list: 'demuxers',
    needed: names('avi flv mpegts mpeg asf'),
    without: 'films in these containers fail',
    isVital: false,
  },
  {
    list: 'filters',
    needed: names('scale split select fps setsar format concat aresample apad bwdif tpad'),
    without: 'films and pictures cannot be made',
    isVital: true,
  },
];

export async function checkAbilities(): Promise<Finding[]> {
  const lists = new Map<string, ReadonlySet<string>>();
  for (const list of new Set(ABILITIES.map((one) => one.list))) {
    const { stdout } = await runProcess('ffmpeg', ['-hide_banner', `-${list}`], { timeoutMs: 30_000 });
    lists.set(list, namesIn(stdout.toString('utf8')));
  }
  return ABILITIES.map((ability) => judgeAbility(ability, lists.get(ability.list) ?? new Set()));
}

/** Second words after the legend; "mov,mp4,m4a" gives each. */
export function namesIn(printed: string): ReadonlySet<string> {
  const found = printed.split('\n').flatMap((line) => /^ +[A-Z.|]+ +([\w,-]+)(?: |$)/.exec(line)?.[1] ?? []);
  return new Set(found.flatMap((name) => name.split(',')));
}

export function judgeAbility(
  { list, needed, without, isVital }: Ability,
  there: ReadonlySet<string>,
): Finding {
  const missing = needed.filter((choices) => !choices.some((name) => there.has(name)));
  const said = (all: Ability['needed']) => all.map((choices) => choices.join(' or ')).join(', ');
  const had = needed.map((choices) => choices.find((name) => there.has(name)));
  if (missing.length === 0) return ok(`ffmpeg's ${list}`, `ffmpeg has ${had.join(', ')}.`);
  const judge = isVital ? failed : warning;
  const found = `ffmpeg lacks ${list} named ${said(missing)}: ${without}.`;
  return judge(
    `ffmpeg's ${list}`,
    found,
    'Install an ffmpeg built with them, such as Debian’s or Homebrew’s.',
  );
}

/** Like any video, from two seconds of a test picture. */
export async function tryMedia({
  mediaThreads,
  hls,
}: Pick<Config, 'mediaThreads' | 'hls'>): Promise<Finding[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vesper-doctor-'));
  const tools = { signal: AbortSignal.timeout(TRIAL_MS), threads: mediaThreads };
  try {
    const source = path.join(folder, 'test-picture.mp4');
    await runProcess('ffmpeg', testPicture(source), { timeoutMs: TRIAL_MS });
    const probed = await probeVideo(source, tools);
    const film = await makeFilm(source, probed, { ...tools, folder: await made(folder, 'film') });
    const pictures = await makePictures(film, { ...tools, folder: await made(folder, 'pictures') });
    const streams = hls
      ? await makeRenditions(film, {
          ...tools,
          heights: [TRIAL_HEIGHT],
          folder: await made(folder, 'streams'),
        })
      : undefined;
    const found = `A test film was encoded, with ${pictures.files.length} files of pictures and ${streams ? `a stream in ${streams.heights.length} quality` : 'no stream (HLS is off)'}.`;
    const problems = pictures.problems.map((problem) => warning('Trial', problem, REPORT));
    return [ok('Trial', found), ...problems];
  } catch (error) {
    const found = `No video could be made of a test picture: ${(error as Error).message}`;
    return [
      failed('Trial', found, 'Fix the problems of ffmpeg listed above; its last message may say more.'),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const TRIAL_MS = 180_000;
const TRIAL_HEIGHT = 180;
const REPORT = 'Videos work without that picture. A newer ffmpeg may help.';

/** In a codec browsers do not play, to force encoding. */
function testPicture(target: string): string[] {
  return [
    ...['-nostdin', '-v', 'error', '-y'],
    ...['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=24:duration=2'],
    ...['-f', 'lavfi', '-i', 'sine=frequency=330:duration=2'],
    ...['-c:v', 'mpeg4', '-c:a', 'aac', target],
  ];
}

async function made(folder: string, name: string): Promise<string> {
  const inside = path.join(folder, name);
  await mkdir(inside);
  return inside;
}
