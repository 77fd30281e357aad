import { useWatch } from '@rc-component/form';
import { useTranslation } from 'react-i18next';
import type { CampaignDetail } from '@/api/generated/campaigns';
import type { FormInstance } from '@/ui/Form';
import { addressOf, isAddressOf, needsSpelling } from './address';
import type { Values } from './values';

interface Props {
  form: FormInstance<Values>;
  page: CampaignDetail;
  value: boolean;
  onChange: (renames: boolean) => void;
}

/** Offers the address of the title, where the campaign has another one. */
export function Rename({ form, page, value, onChange }: Props) {
  const { t } = useTranslation('wizard');
  const title = useWatch('title', form) ?? page.title;
  if (title.trim() === '' || isAddressOf(page.slug, title, page.title)) return null;
  const renamed = needsSpelling(title) ? t('rename.spelled') : t('rename.to', { address: `/campaign/${addressOf(title)}` });
  return (
    <div className="field wizard-rename">
      <label className="check">
        <input type="checkbox" checked={value} onChange={(event) => onChange(event.target.checked)} />
        <span>{t('rename.choose')}</span>
      </label>
      <span className="field-hint">
        {value ? renamed : t('rename.stays', { address: `/campaign/${page.slug}` })}
      </span>
    </div>
  );
}
