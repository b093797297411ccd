import { LIBRARY_KEY } from '../library/library-mark.ts';
import { THEME_KEY } from '../theme/theme-choice.ts';
import { AGE_EVENT } from './age-confirmed.ts';

/** Name of the cookie and of the local storage entry. */
export const AGE_KEY = 'age_confirmed';
const YEAR_SECONDS = 31_536_000;

/**
 * The one inline script, allowed by its hash: decides before the first paint, and handles the gate's buttons before
 * other scripts arrive. All pictures are lazy, so that none loads behind the gate; if confirmed, the first are made
 * eager.
 */
export const FIRST_PAINT_SCRIPT = `(function(d){
var e=d.documentElement,s,t,a,l;
try{s=localStorage;t=s.getItem('${THEME_KEY}');a=s.getItem('${AGE_KEY}')==='1';l=s.getItem('${LIBRARY_KEY}')}catch(_){}
e.dataset.js='';
e.dataset.place=location.hash;
e.dataset.library=l||'';
e.dataset.theme=t==='light'||t==='dark'?t:e.dataset.themeDefault;
if(a||/(^|; )${AGE_KEY}=1(;|$)/.test(d.cookie)){
e.dataset.age='confirmed';
new MutationObserver(function(){
d.querySelectorAll('img[fetchpriority=high]').forEach(function(i){i.loading='eager'});
if(d.readyState!=='loading')this.disconnect()
}).observe(e,{childList:true,subtree:true})
}
d.addEventListener('click',function(c){
var b=c.target.closest&&c.target.closest('[data-age-answer]'),m;
if(!b)return;
if(b.dataset.ageAnswer==='leave'){location.replace('about:blank');return}
d.cookie='${AGE_KEY}=1; Max-Age=${YEAR_SECONDS}; Path=/; SameSite=Lax'+(location.protocol==='https:'?'; Secure':'');
try{s.setItem('${AGE_KEY}','1')}catch(_){}
e.dataset.age='confirmed';
if(m=d.getElementById('main'))m.focus({preventScroll:true});
d.dispatchEvent(new Event('${AGE_EVENT}'))
})
})(document)`;
