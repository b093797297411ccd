import { AGE_KEY } from '../../age-gate/first-paint.ts';
import { THEME_KEY } from '../../theme/theme-choice.ts';

/**
 * The framed page's inline script: before the first paint it decides the theme, and whether the age gate shows. In a
 * frame of another site, browsers give the storage of that site and ours together, or none.
 */
export const EMBED_PAINT_SCRIPT = `(function(e){
var t,a;
try{t=localStorage.getItem('${THEME_KEY}');a=localStorage.getItem('${AGE_KEY}')}catch(_){}
e.dataset.js='';
e.dataset.theme=t==='light'||t==='dark'?t:e.dataset.themeDefault;
if(a==='1')e.dataset.age='confirmed'
})(document.documentElement)`;
