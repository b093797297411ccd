import { mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { SourceError } from '../../lib/source-error.ts';
import { FILE_NAMES } from './file-names.ts';
import type { MadeFile } from './files.ts';
import { type Keyframes, thinKeyframes } from './keyframes.ts';
import { pictureArguments, RAW_FILES } from './picture-arguments.ts';
import { isCheapToDecode, type Pictured, type PicturePlan, planPictures, tileSeconds } from './picture-plan.ts';
import { choosePoster, writePosterFiles } from './poster.ts';
import { shrinkPreview } from './preview.ts';
import { type RawPicture, readRawPictures } from './raw-pictures.ts';
import { isRefusal, type MediaTools, runFfmpeg } from './run-ffmpeg.ts';
import { writeStoryboard } from './storyboard.ts';

export interface PicturedFilm {
  localPath: string;
  probed: Pictured;
}

export interface PictureOptions extends MediaTools {
  /** Where the files are written, and what is needed on the way, which is removed again. */
  folder: string;
  /** In seconds: the picture that a person has chosen. */
  posterAt?: number;
}

export interface Pictures {
  files: MadeFile[];
  /** A tiny picture as a data: address. */
  placeholder: string;
  posterAtSeconds: number;
  /** In seconds: where else the poster could have been taken, in the order of the film. */
  candidates: number[];
  /** A sentence for each thing that could not be made. */
  problems: string[];
}

/**
 * Makes all pictures of a film: the poster in six files, the storyboard (a sheet of at most 100 tiles, and its cues) of
 * what is at least 3 seconds long, and the silent preview (an mp4 of at most 400 KB) of what moves. A storyboard or a
 * preview that cannot be made is missed in `problems`. Throws SourceError `not_video` where not one picture can be had.
 */
export async function makePictures(film: PicturedFilm, options: PictureOptions): Promise<Pictures> {
  const workFolder = await mkdtemp(path.join(options.folder, 'pictures-'));
  try {
    return await new Making(film, options, workFolder).make();
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}
