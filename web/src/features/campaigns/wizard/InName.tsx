import { useWatch } from '@rc-component/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMyPagesQuery } from '@/api/generated/pagecampaigns';
import type { FormInstance } from '@/ui/Form';
import { Notice } from '@/ui/States';
import { Choices } from './Choices';
import { GroupField } from './GroupField';
import type { Fault } from './validate';
import type { Values } from './values';

/** The page whose name people have seen, which alone is left to choose. */
interface Seen {
  readonly id: string;
  readonly name: string;
}

interface Props {
  form: FormInstance<Values>;
  /** Left out for what is not public yet. */
  seen?: Seen | undefined;
}

/** In whose name the campaign is to go, and whether it can; `pages` is undefined until it is known which there are. */
function useNames(form: FormInstance<Values>, seen?: Seen) {
  // A page may have been opened, closed or left since it was last asked for.
  const { currentData, isFetching, isError, refetch } = useMyPagesQuery(undefined, { refetchOnMountOrArgChange: true });
  const chosen = (useWatch('page_id', { form, preserve: true }) as string | undefined) ?? '';
  const pages = currentData?.items.filter(({ id }) => seen === undefined || id === seen.id);
  const isGone = !isFetching && pages !== undefined && chosen !== '' && pages.every(({ id }) => id !== chosen);
  return { pages, chosen, isGone, isError, refetch };
}

/** Why a campaign can't go in the name that is chosen: the page closed, or the member edits it no more. */
export function useNameFaults(form: FormInstance<Values>, options: { seen?: Seen | undefined; skip?: boolean } = {}) {
  const { seen, skip = false } = options;
  const { isGone, refetch } = useNames(form, seen);
  return {
    faults: (): readonly Fault[] => (isGone && !skip ? [{ field: 'page_id', code: 'page_not_available', args: {} }] : []),
    /** Looks again which pages there are, where the server refused the one that was chosen. */
    lookAgain: (faults: readonly Fault[]) => {
      if (!isGone && faults.some(({ field }) => field === 'page_id')) void refetch();
    },
  };
}

/** In whose name the campaign goes, for members who own or edit a page. One that is gone stays chosen until another name is. */
export function InName({ form, seen }: Props) {
  const { t } = useTranslation('wizard');
  const { pages = [], chosen, isGone, isError } = useNames(form, seen);
  // What the page was called, while it was there.
  const [known, setKnown] = useState<Seen | undefined>(seen);
  const [lost, setLost] = useState('');
  const found = pages.find(({ id }) => id === chosen);
  if (found && (found.id !== known?.id || found.name !== known.name)) setKnown(found);
  if (isGone && lost !== chosen) setLost(chosen);
  if (found && lost) setLost('');
  const isUnread = isError && chosen !== '' && !found;
  if (pages.length === 0 && !lost && !isUnread) return null;
  const nameOf = (id: string) => (known?.id === id ? known.name : t('inName.some'));
  const options = [{ value: '', label: t('inName.own') }, ...pages.map(({ id, name }) => ({ value: id, label: name }))];
  if (isUnread && !isGone) options.push({ value: chosen, label: nameOf(chosen) });
  if (isGone) options.push({ value: chosen, label: t('inName.gone', { name: nameOf(chosen) }) });
  return (
    <>
      <GroupField<string>
        name="page_id"
        legend={t('inName.title')}
        hint={t(seen === undefined ? 'inName.hint' : 'inName.hintSeen')}
      >
        {(value, onChange) => <Choices<string> options={options} value={value} onChange={onChange} />}
      </GroupField>
      <div role="alert">
        {lost && (
          <Notice icon="warning">
            <p>
              <b>{t('inName.lost', { name: nameOf(lost) })}</b>
            </p>
            <p>{t(isGone ? 'inName.lostText' : chosen === '' ? 'inName.nowOwn' : 'inName.nowOther')}</p>
          </Notice>
        )}
      </div>
    </>
  );
}

/** What the page is called whose name was chosen; empty for the member's own. */
export function useChosenName(id: string): string {
  const { t } = useTranslation('wizard');
  const { currentData, isFetching } = useMyPagesQuery(undefined, { skip: id === '' });
  if (id === '') return '';
  const name = currentData?.items.find((page) => page.id === id)?.name;
  return name ?? (currentData && !isFetching ? t('inName.gone', { name: t('inName.some') }) : t('inName.some'));
}
