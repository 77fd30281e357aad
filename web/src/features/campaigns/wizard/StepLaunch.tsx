import { useTranslation } from 'react-i18next';
import { useMeQuery } from '@/api/generated/members';
import { useFormat } from '@/i18n/useFormat';
import { CampaignCard } from '@/parts/CampaignCard';
import type { FormInstance } from '@/ui/Form';
import { Notice } from '@/ui/States';
import { previewOf } from './preview';
import { Summary } from './Summary';
import type { Step, Values } from './values';

interface Props {
  form: FormInstance<Values>;
  /** The member who launches. */
  member: string;
  onEdit: (step: Step) => void;
}

/** The last step: the campaign as others will see it, and everything once more. */
export function StepLaunch({ form, member, onEdit }: Props) {
  // Nothing is written in this step, so what the form holds as it opens is what will be sent.
  const values = form.getFieldsValue(true) as Values;
  const { t } = useTranslation('wizard');
  const { locale } = useFormat();
  const { data: me } = useMeQuery();
  return (
    <div className="wizard-launch">
      <div className="wizard-preview">
        <h3>{t('launch.preview')}</h3>
        {/* A picture of the card: the campaign it would lead to is not there yet. */}
        <div inert>
          <CampaignCard campaign={previewOf(values, me?.name ?? '', member, locale)} />
        </div>
        <p className="xs mut">{t('launch.cover')}</p>
      </div>
      <div>
        <h3>{t('launch.summary')}</h3>
        <Summary values={values} onEdit={onEdit} />
        <Notice tone="money" icon="shield">
          <p>
            <b>{t('launch.kept')}</b>
          </p>
          <p>{t('launch.keptText')}</p>
        </Notice>
      </div>
    </div>
  );
}
