import { type AdminContext, FileAnswer, type Handlers } from '@vesper/core/http/mount.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import {
  addPaper,
  type CaseParts,
  eraseCase,
  holdCase,
  requireCase,
  sealOf,
  tellPapers,
} from '../../cases/index.ts';
import { type CaseFileParts, caseFile } from '../case-file/case-file.ts';
import { recordCourt, settleCourt } from '../court.ts';
import { decideOrPropose } from '../decide.ts';
import { dismissCounterNotice } from '../dismiss.ts';
import { startCopies } from '../restoring/copies.ts';
import { restoreOrPropose } from '../restoring/restore.ts';
import { whatIsLeft } from '../taking-off/hide.ts';
import { askSender } from './ask.ts';
import { dueBefore, getCase, listCases } from './case-list.ts';
import { nameVideo } from './name-video.ts';
import { openTexts } from './open-texts.ts';

export function caseworkRoutes(parts: CaseParts & CaseFileParts): Handlers['casework'] {
  const { db } = parts;
  const shown = async (id: string) => ({ ...(await getCase(db, id)), left: await whatIsLeft(parts, id) });
  const answer = async (id: string, message: string) => ({ message, case: await shown(id) });
  const done = ({ act }: AdminContext, id: string, after: Record<string, unknown>, message: string) => {
    act.changed({ subject: id, after });
    return answer(id, message);
  };
  const byWhom = ({ actor }: AdminContext) => actor.username;
  return {
    list: ({ kind, due, after, ...filter }) =>
      listCases(db, { ...filter, kind, after, dueBefore: dueBefore(due, parts.clock.now()) }),
    get: ({ id }) => shown(id),
    async open({ id }, { act }) {
      const texts = await openTexts(parts, id);
      act.changed({ subject: id, after: { opened: texts.papers.length } });
      return texts;
    },
    async file({ id }, context) {
      const { name, pieces } = await caseFile(parts, { id, by: byWhom(context) });
      context.act.changed({ subject: id, after: { file: name } });
      return new FileAnswer(name, pieces);
    },
    async decide(decision, context) {
      const { id } = decision;
      const message = await decideOrPropose(parts, { ...decision, by: byWhom(context) });
      const answered = await answer(id, message);
      const { state, ground, category } = answered.case;
      context.act.changed({ subject: id, after: { state, ground, category } });
      return answered;
    },
    async ask({ id, elements, message }, context) {
      const sentence = await askSender(parts, { id, elements, message, by: byWhom(context) });
      return done(context, id, { asked: elements }, sentence);
    },
    async name({ id, video }, context) {
      const videoId = await nameVideo(parts, { id, video, hostname: context.hostname });
      return done(context, id, { named: videoId }, 'The video was added to the case.');
    },
    async restore({ id, reason }, context) {
      const message = await restoreOrPropose(parts, { id, reason, by: byWhom(context) });
      const answered = await answer(id, message);
      context.act.changed({ subject: id, after: { state: answered.case.state } });
      return answered;
    },
    async dismiss({ id, ground, reason }, context) {
      const message = await dismissCounterNotice(parts, { id, ground, reason, by: byWhom(context) });
      return done(context, id, { state: 'denied', ground }, message);
    },
    async copies({ id, act: what }, context) {
      await startCopies(parts, { id, act: what, by: byWhom(context) });
      const message = what === 'release' ? 'Restored within minutes.' : 'Taken down within minutes.';
      return done(context, id, { copies: what }, message);
    },
    async note({ id, note }, context) {
      const papers = await addNote(parts, { id, note, by: byWhom(context) });
      return done(context, id, { papers }, 'The note was added.');
    },
    async hold({ id, held }, context) {
      await holdCase(parts, { id, by: byWhom(context), isHeld: held });
      const message = held ? 'The case is on legal hold.' : 'The case is no longer on legal hold.';
      return done(context, id, { held }, message);
    },
    async erase({ id }, context) {
      await eraseCase(parts, { id, by: byWhom(context) });
      return done(context, id, { erased: true }, 'The personal data in this case was erased.');
    },
  };
}

/** Returns digests to audit. Throws not_found, conflict. */
function addNote(
  { db, keys, clock }: CaseParts,
  { id, note, by }: { id: string; note: string; by: string },
): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    const caseRow = await requireCase(tx, id);
    if (caseRow.erased_at) throw new AppError('conflict', 'This case is erased: no notes can be added.');
    const now = clock.now();
    const seal = await sealOf(tx, keys, caseRow, now);
    await addPaper(tx, id, seal, { what: 'note', text: note, by, at: now });
    return tellPapers(tx, id);
  });
}

export function caseRoutes(cases: CaseParts): Handlers['cases'] {
  return {
    async court(action, { actor, act }) {
      await recordCourt(cases, { ...action, by: actor.username });
      act.changed({ subject: action.id, before: {}, after: { state: 'litigation' } });
      return { message: 'The court action is recorded. Nothing is restored until it is settled.' };
    },
    async settle(settlement, { actor, act }) {
      const message = await settleCourt(cases, { ...settlement, by: actor.username });
      act.changed({
        ...{ subject: settlement.id, before: { state: 'litigation' } },
        after: { outcome: settlement.outcome },
      });
      return { message };
    },
  };
}
