import type { LegalFacts } from '../legal-text/legal-facts.ts';
import type { TextSection } from '../legal-text/text-page.tsx';

/** The cards about where data is kept and who else sees it. */
export const STORAGE: readonly TextSection[] = [
  { id: 'cookies', title: 'Cookies', Body: Cookies },
  { id: 'third-parties', title: 'Third-Party Services', Body: ThirdParties },
  { id: 'security', title: 'Data Security', Body: Security },
];

function Cookies() {
  return (
    <>
      <h3>Essential</h3>
      <p>
        The cookie <code>age_confirmed</code> remembers for a year that you confirmed being 18 or older, so
        that you are not asked on every page. The same mark is kept in your browser's local storage.
        Administrators who sign in also get a session cookie; visitors never do.
      </p>
      <h3>Preference</h3>
      <p>
        The following stays in your browser and does not reach our servers; a takedown notice does once you
        send it.
      </p>
      <ul>
        <li>
          Database (IndexedDB) <code>library</code>: your history with playback positions, favourites,
          watch-later list and hidden tags.
        </li>
        <li>
          Local storage: <code>age_confirmed</code> (see above), <code>theme</code> (light or dark),{' '}
          <code>library</code> (whether that database holds anything), <code>searches</code> (your last
          searches, which the search field offers you again and where you can remove them),{' '}
          <code>player_shortcuts</code> (if you switched the player's keys off), <code>player_next</code> (if
          you want the next video to play by itself), <code>media-chrome-pref-volume</code>,{' '}
          <code>media-chrome-pref-muted</code> and <code>media-chrome-pref-subtitles-lang</code> (the player's
          volume, sound and language of captions).
        </li>
        <li>
          Session storage, which goes with the tab: <code>private_session</code> (while a private session is
          on) and <code>dmca-notice</code> (a takedown notice you are typing, until it is sent).
        </li>
      </ul>
      <h3>Analytics</h3>
      <p>We set no analytics cookies. Views are counted without any, as described above.</p>
      <p>
        You can delete or block all of these in your browser's settings. Without the age cookie the site will
        ask for your confirmation again.
      </p>
    </>
  );
}

function ThirdParties({ facts }: { facts: LegalFacts }) {
  return (
    <>
      <p>
        The pages of {facts.site} load no scripts, fonts, advertising or trackers from other companies. There
        are no social media buttons that report your visit.
      </p>
      <p>
        Some pictures and videos are held by their source or by a storage provider. When your browser fetches
        one of these, that server learns your IP address and browser type, as any server does; we do not tell
        it who you are. When you follow a link to another website, that site's own privacy policy applies.
      </p>
      <p>
        We share information with others only where a service provider needs it to run the site for us, where
        a copyright notice has to be passed on, or where the law obliges us.
      </p>
    </>
  );
}

function Security() {
  return (
    <p>
      We protect what little data we hold by technical and organizational measures: strict limits on what
      pages may load, access for administrators only, and short storage times. No way of sending or storing
      data is perfectly secure, so we cannot promise absolute security.
    </p>
  );
}
