export { createApertium } from './apertium.ts';
export { createLibreTranslate, type LibreTranslateSettings } from './libretranslate.ts';

export { holdTranslations } from './translated-text.ts';
export { dropStaleTranslations, moveTranslations } from './translation-queries.ts';
export type { Translator } from './translator.ts';
