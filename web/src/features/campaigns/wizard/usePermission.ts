import { useWatch } from '@rc-component/form';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { useMyPagesQuery } from '@/api/generated/pagecampaigns';
import { useSettingsQuery } from '@/api/generated/platform';
import type { FormInstance } from '@/ui/Form';
import { checkPurpose, type Fault } from './validate';
import type { Values } from './values';

/**
 * Whether an administrator has to be asked for the money of a form; `page` is the campaign that is edited, none for a new one.
 * What collected money before goes on, and what was asked once is asked again where it came back refused.
 */
export function usePermission(form: FormInstance<Values>, page?: CampaignDetail) {
  const { data: settings } = useSettingsQuery();
  const inName = (useWatch('page_id', { form, preserve: true }) as string | undefined) ?? '';
  const { currentData: pages } = useMyPagesQuery(undefined, { skip: inName === '' });
  const byPage = pages?.items.find(({ id }) => id === inName)?.collects ?? false;
  const isNew = !page || (!page.money && !page.resources.includes('money'));
  const isBack = page?.status === 'changes_requested' && page.money?.state === 'refused';
  const asks = settings?.money === 'allowed' && !byPage && (isNew || isBack);
  return {
    asks,
    faults: (): readonly Fault[] => (asks ? checkPurpose(form.getFieldsValue(true) as Values) : []),
  };
}
