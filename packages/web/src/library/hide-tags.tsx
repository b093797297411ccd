import { useId, useState } from 'react';
import { toggleHiddenTag, useLibrary } from './library-store.ts';
import { tagKey } from './lists.ts';

export function HideTags({ tags }: { tags: string[] }) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  if (tags.length === 0) return null;
  return (
    <div className="mt-1 nojs:hidden">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="inline-flex min-h-11 items-center gap-1.5 rounded-lg text-sm text-muted hover:text-text sm:min-h-9"
      >
        <i className="icon-eye-off" />
        Hide tags
      </button>
      <div id={id} hidden={!isOpen} className="mt-1 rounded-xl border border-line p-4">
        <p className="text-sm text-pretty text-muted">
          Videos with a hidden tag are covered everywhere on this site. Your choice stays in this browser.
        </p>
        <ul aria-label="Hide videos by tag" className="labels mt-3">
          {tags.map((tag) => (
            <li key={tag}>
              <TagSwitch tag={tag} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function TagSwitch({ tag }: { tag: string }) {
  const isHidden = useLibrary(({ hiddenTags }) => hiddenTags.has(tagKey(tag)));
  return (
    <button
      type="button"
      aria-pressed={isHidden}
      aria-label={`Hide ${tag}`}
      onClick={() => void toggleHiddenTag(tag)}
      className="tag-switch"
    >
      <i className={`${isHidden ? 'icon-eye-off' : 'icon-eye'} shrink-0`} />
      <span className="truncate">{tag}</span>
    </button>
  );
}
