import { CELLULAR_AUTOMATA } from './catalogue/cellular-automata.ts';
import { FRACTALS } from './catalogue/fractals.ts';
import { GAME_OF_LIFE } from './catalogue/game-of-life.ts';
import { GRADIENTS } from './catalogue/gradients.ts';
import { PLASMA } from './catalogue/plasma.ts';
import { SOUND_PICTURES } from './catalogue/sound-pictures.ts';
import { TEST_CHARTS } from './catalogue/test-charts.ts';
import { WAVES } from './catalogue/waves.ts';
import { CATEGORIES, type Category, type Clip, type ClipRecipe, clipOf } from './clip.ts';

const SHELVES: Record<Category, readonly ClipRecipe[]> = {
  Fractals: FRACTALS,
  'Cellular automata': CELLULAR_AUTOMATA,
  'Game of Life': GAME_OF_LIFE,
  Gradients: GRADIENTS,
  'Test charts': TEST_CHARTS,
  Waves: WAVES,
  Plasma: PLASMA,
  'Sound pictures': SOUND_PICTURES,
};

const NEWEST = Date.UTC(2026, 10, 1, 18, 30);
const HOUR_MS = 3_600_000;
/** 56 steps of about six and a half days are a little less than a year; the odd hours vary the time of day. */
const STEP_HOURS = 155;

/**
 * All clips of the site, the newest first. The categories take turns, so that the first dozen, on a
 * page or in a short crawl, already shows all of them. The dates are fixed, not counted from today.
 */
export const CATALOGUE: readonly Clip[] = takeTurns().map(({ recipe, category }, index) =>
  clipOf(recipe, category, new Date(NEWEST - index * STEP_HOURS * HOUR_MS)),
);

const TINY = { width: 320, height: 180 };

/**
 * For tests: no fewer than fill a page of any list, and long enough for every kind of picture. The first of each
 * category keep their sizes, among them the largest.
 */
export const SMALL_CATALOGUE: readonly Clip[] = CATALOGUE.slice(0, 32).map((clip, index) => ({
  ...clip,
  ...(index < CATEGORIES.length ? {} : TINY),
  durationSeconds: 4,
}));

function takeTurns(): { recipe: ClipRecipe; category: Category }[] {
  const rounds = Math.max(...CATEGORIES.map((category) => SHELVES[category].length));
  return Array.from({ length: rounds }).flatMap((_, round) =>
    CATEGORIES.flatMap((category) => {
      const recipe = SHELVES[category][round];
      return recipe ? [{ recipe, category }] : [];
    }),
  );
}
