import './search.css';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useFormat } from '@/i18n/useFormat';
import { FailureNotice } from '@/parts/FailureNotice';
import { Button, LinkButton } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Icon } from '@/ui/Icon';
import { Bone, Loading } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { Option } from './Option';
import { useLabel } from './useLabel';
import { fewest, type Found, useFound } from './useFound';

/** Characters that the server takes of a search. */
const longestWords = 200;

interface Props {
  open: boolean;
  onClose: () => void;
}

/** Finds things and places: a field, and below it what has its words, chosen by the arrow keys and Enter. */
export function Palette({ open, onClose }: Props) {
  const { t } = useTranslation('search');
  const { t: common } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState('');
  const [pointed, point] = useState<string>();
  if (!open && text !== '') setText('');
  const words = text.trim();
  const label = useLabel();
  const { groups: things, places, all, meant, marks, current, waiting, failed, retry } = useFound(text, open);
  const groups = [
    ...things.map(({ kind, found, count, more }) => ({
      name: kind,
      found: kind === 'campaign' && all ? [...found, all] : found,
      counted: more ? t('more', { shown: format.count(count) }) : format.count(count),
    })),
    { name: 'places', found: places, counted: '' },
  ] as const;
  const options: readonly Found[] = groups.flatMap(({ found }) => found);
  const chosen = options.find(({ key }) => key === pointed);
  const active = chosen ?? options[0];
  const idOf = ({ key }: Found) => `${id}-${key}`;
  const asked = words.length >= fewest;
  const nothing = current && asked && options.length === 0 && !failed;
  const total = things.reduce((sum, { count }) => sum + count, places.length);

  const activeId = active && idOf(active);
  useEffect(() => {
    if (open && activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [open, activeId]);

  function move(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      // Things of earlier words were not looked for, and those of the new ones are not known yet: then to all campaigns.
      const known = active?.thing && !current ? undefined : active;
      const target = chosen ?? known ?? (current ? undefined : all);
      if (!target) return;
      onClose();
      void navigate(target.to);
      return;
    }
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by || !active) return;
    event.preventDefault();
    const at = (options.indexOf(active) + by + options.length) % options.length;
    point(options[at]?.key);
  }

  const field = (
    <div className="search-field">
      <Icon name="search" />
      <input
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={options.length > 0 ? `${id}-list` : undefined}
        aria-activedescendant={activeId}
        type="text"
        enterKeyHint="go"
        autoComplete="off"
        spellCheck={false}
        maxLength={longestWords}
        placeholder={label}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          point(undefined);
        }}
        onKeyDown={move}
      />
      <kbd aria-hidden="true">{t('escape')}</kbd>
    </div>
  );
  return (
    <Dialog kind="search-palette" open={open} onClose={onClose} title={t('title')} head={field}>
      <div className="search-found">
        {waiting && (
          <Loading>
            <div className="stack">
              <Bone height="44px" />
              <Bone height="44px" />
            </div>
          </Loading>
        )}
        {failed && (
          <FailureNotice title={t('failed')}>
            <Button variant="outline" size="small" onClick={retry}>
              {common('error.retry')}
            </Button>
          </FailureNotice>
        )}
        {meant && <p className="sm mut search-line">{t('meant', { typed: words, words: meant })}</p>}
        {words !== '' && !asked && <p className="sm mut search-line">{t('short')}</p>}
        {current && asked && things.length === 0 && places.length > 0 && !failed && (
          <p className="sm mut search-line">{t('placesAlone')}</p>
        )}
        {nothing && (
          <EmptyState
            title={t('none', { words })}
            text={t('noneText')}
            action={
              <LinkButton variant="outline" to="/explore" onClick={onClose}>
                {t('browse')}
              </LinkButton>
            }
          />
        )}
        {options.length > 0 && (
          <div role="listbox" id={`${id}-list`} aria-label={t('results')}>
            {groups
              .filter(({ found }) => found.length > 0)
              .map(({ name, found, counted }) => (
                <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
                  <div id={`${id}-${name}`} role="presentation" className="search-group">
                    {t(`groups.${name}`)} {counted && <span className="num">{counted}</span>}
                  </div>
                  {found.map((each) => (
                    <Option
                      key={each.key}
                      id={idOf(each)}
                      found={each}
                      words={marks}
                      active={each === active}
                      onPoint={() => point(each.key)}
                      onFollow={onClose}
                    />
                  ))}
                </div>
              ))}
          </div>
        )}
      </div>
      <div className="search-foot">
        <span className="search-keys" aria-hidden="true">
          <kbd>↑</kbd>
          <kbd>↓</kbd> {t('choose')} <kbd>{t('enter')}</kbd> {t('follow')}
        </span>
        <span role="status">
          {current && words !== '' && t('count', { count: total, shown: format.count(total) })}
        </span>
      </div>
    </Dialog>
  );
}
