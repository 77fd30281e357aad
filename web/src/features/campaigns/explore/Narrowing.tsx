import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '@/ui/Icon';
import { Segmented } from '@/ui/Segmented';
import { Select } from '@/ui/Select';
import { strands } from '@/ui/StrandBar';
import { type Filters, longestText, sorts } from './filters';
import { useDraft } from './useDraft';
import type { FilterControl } from './useFilters';

interface TextProps {
  icon: IconName;
  label: string;
  text: string;
  onChange: (text: string) => void;
}

function TextFilter({ icon, label, text, onChange }: TextProps) {
  const id = useId();
  return (
    <div className="explore-text">
      <label className="sr" htmlFor={id}>
        {label}
      </label>
      <Icon name={icon} />
      <input
        id={id}
        className="input"
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={longestText}
        placeholder={label}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

/** Search, place, order and what is asked for. */
export function Narrowing({ filters, apply }: FilterControl) {
  const { t } = useTranslation('explore');
  const sortId = useId();
  // Refining words stays one step of the history; beginning and clearing are steps of their own.
  const commit = (name: 'q' | 'place') => (value: string) =>
    apply({ [name]: value }, { replace: value !== '' && filters[name] !== '' });
  const [words, setWords, sendWords] = useDraft(filters.q, commit('q'));
  const [place, setPlace, sendPlace] = useDraft(filters.place, commit('place'));
  return (
    <form
      role="search"
      aria-label={t('search.label')}
      className="explore-filters"
      onSubmit={(event) => {
        event.preventDefault();
        sendWords();
        sendPlace();
      }}
    >
      <TextFilter icon="search" label={t('search.words')} text={words} onChange={setWords} />
      <TextFilter icon="pin" label={t('search.place')} text={place} onChange={setPlace} />
      <div className="explore-sort">
        <label className="sr" htmlFor={sortId}>
          {t('sort.label')}
        </label>
        <Select id={sortId} value={filters.sort} onChange={(event) => apply({ sort: event.target.value as Filters['sort'] })}>
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {t(`sort.${sort}`)}
            </option>
          ))}
        </Select>
      </div>
      <div className="explore-need">
        <Segmented
          fit
          legend={t('need.label')}
          value={filters.need ?? 'any'}
          onChange={(need) => apply({ need: need === 'any' ? undefined : need })}
          options={[
            { value: 'any', label: t('need.any') },
            ...strands.map((strand) => ({ value: strand, label: t(`strand.${strand}`, { ns: 'common' }), icon: strand, strand })),
          ]}
        />
      </div>
    </form>
  );
}
