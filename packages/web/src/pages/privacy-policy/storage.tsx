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
        Your choice of the light or dark theme is kept in local storage, as are other settings you make, such
        as the player's volume. A takedown notice you are typing is kept in the tab's session storage until it
        is sent. None of this reaches our servers.
      </p>
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
