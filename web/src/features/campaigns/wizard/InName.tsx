import { useWatch } from '@rc-component/form';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useMyPagesQuery } from '@/api/generated/pagecampaigns';
import type { FormInstance } from '@/ui/Form';
import { Choices } from './Choices';
import { GroupField } from './GroupField';
import type { Values } from './values';

interface Props {
  form: FormInstance<Values>;
  /** The page whose name people have seen, which alone is left to choose; left out for what is not public yet. */
  seen?: string | undefined;
}

/** In whose name the campaign goes, for members who own or edit a page. */
export function InName({ form, seen }: Props) {
  const { t } = useTranslation('wizard');
  // A page may have been opened, closed or left since it was last asked for.
  const { currentData, isFetching } = useMyPagesQuery(undefined, { refetchOnMountOrArgChange: true });
  const chosen = (useWatch('page_id', { form, preserve: true }) as string | undefined) ?? '';
  const pages = currentData?.items.filter(({ id }) => seen === undefined || id === seen);
  const isGone = !isFetching && pages !== undefined && chosen !== '' && pages.every(({ id }) => id !== chosen);
  useEffect(() => {
    if (isGone) form.setFieldValue('page_id', '');
  }, [isGone, form]);
  if (!pages || pages.length === 0) return null;
  const options = [{ value: '', label: t('inName.own') }, ...pages.map(({ id, name }) => ({ value: id, label: name }))];
  return (
    <GroupField<string>
      name="page_id"
      legend={t('inName.title')}
      hint={t(seen === undefined ? 'inName.hint' : 'inName.hintSeen')}
    >
      {(value, onChange) => <Choices<string> options={options} value={value} onChange={onChange} />}
    </GroupField>
  );
}

/** What the page is called whose name was chosen; empty for the member's own. */
export function useChosenName(id: string): string {
  const { data } = useMyPagesQuery(undefined, { skip: id === '' });
  return data?.items.find((page) => page.id === id)?.name ?? '';
}
