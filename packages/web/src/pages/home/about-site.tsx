import { pageHref } from '@vesper/contract';
import { useDomainConfig } from '../../data/client-context.tsx';

/** What the site is about, in the words of the domain's configuration. */
export function AboutSite() {
  const { config } = useDomainConfig();
  return (
    <section aria-labelledby="about-title" className="mt-16 border-t border-line pt-8">
      <h2 id="about-title" className="text-base font-bold">
        {`${config.siteName}: ${config.tagline}`}
      </h2>
      <p className="mt-2 max-w-3xl text-sm leading-relaxed text-pretty text-muted">{config.description}</p>
      {config.keywords.length > 0 && (
        <ul aria-label="Popular searches" className="mt-3 flex flex-wrap gap-x-4">
          {config.keywords.map((keyword) => (
            <li key={keyword}>
              <a href={pageHref.home({ search: keyword })} rel="nofollow" className="quiet-link">
                {keyword}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
