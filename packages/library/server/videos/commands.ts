import { type Command, required } from '@vesper/core/command.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { removeVideo } from './changes/lifecycle.ts';

type Parts = { base: { db: Db } };

export const videoCommands: Record<string, Command<Parts>> = {
  'video remove': {
    operands: 'ID',
    about: 'removes a video from everything public; its address stays blocked',
    async run({ base, operands, print }) {
      const done = await removeVideo(base.db, required(operands[0], 'the id of a video'));
      if (!done) throw new AppError('not_found', 'This video does not exist.');
      print('Video removed.');
    },
  },
};
