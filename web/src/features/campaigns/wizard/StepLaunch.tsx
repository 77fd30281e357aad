import { useWatch } from '@rc-component/form';
import { useTranslation } from 'react-i18next';
import { useMyCampaignsQuery } from '@/api/generated/campaigns';
import { useMeQuery } from '@/api/generated/members';
import { useSettingsQuery } from '@/api/generated/platform';
import { useFormat } from '@/i18n/useFormat';
import { CampaignCard } from '@/parts/CampaignCard';
import type { FormInstance } from '@/ui/Form';
import { Notice } from '@/ui/States';
import { useChosenName } from './InName';
import { MediaFields } from './MediaFields';
import { previewOf } from './preview';
import { Summary } from './Summary';
import { usePermission } from './usePermission';
import type { Step, Values } from './values';

/** Nothing is shown of what was not launched. */
const nothing = { photo: '', video: '' };

const unpublished: ReadonlySet<string> = new Set(['in_review', 'changes_requested', 'rejected', 'withdrawn']);

interface Props {
  form: FormInstance<Values>;
  /** The member who launches. */
  member: string;
  onEdit: (step: Step) => void;
}

/** The last step: the campaign as others will see it, and everything once more. */
export function StepLaunch({ form, member, onEdit }: Props) {
  // What else is written in this step is on no card.
  useWatch('photo', form);
  const values = form.getFieldsValue(true) as Values;
  const { t } = useTranslation('wizard');
  const { locale } = useFormat();
  const { data: me } = useMeQuery();
  const inName = useChosenName(values.page_id);
  const { data: settings } = useSettingsQuery();
  const permission = usePermission(form);
  const { data: mine } = useMyCampaignsQuery({});
  // Where a member's first campaign is reviewed, one that was public makes the next no first one.
  const isFirst = mine?.items.every(({ status }) => unpublished.has(status)) ?? false;
  const reviewed = settings?.review === 'all' || (settings?.review === 'first' && isFirst);
  return (
    <div className="wizard-launch">
      <div className="wizard-media">
        <MediaFields form={form} saved={nothing} />
      </div>
      <div className="wizard-preview">
        <h3>{t('launch.preview')}</h3>
        {/* A picture of the card: the campaign it would lead to is not there yet. */}
        <div inert>
          <CampaignCard campaign={previewOf(values, inName || (me?.name ?? ''), member, locale)} />
        </div>
        {!values.photo && <p className="xs mut">{t('launch.cover')}</p>}
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
        {permission.asks && values.resource_types.includes('money') && (
          <Notice icon="shield">
            <p>
              <b>{t('money.decided')}</b>
            </p>
            <p>{t(values.resource_types.length > 1 ? 'money.meanwhile' : 'money.alone')}</p>
          </Notice>
        )}
        {reviewed && (
          <Notice>
            <p>
              <b>{t('launch.reviewed')}</b>
            </p>
            <p>{t('launch.reviewedText')}</p>
          </Notice>
        )}
      </div>
    </div>
  );
}
