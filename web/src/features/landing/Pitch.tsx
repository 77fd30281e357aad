import { useTranslation } from 'react-i18next';
import { useSettingsQuery } from '@/api/generated/platform';
import { Icon } from '@/ui/Icon';
import { Unbroken } from '@/ui/Unbroken';

const values = ['all', 'open', 'success'] as const;
const icons = { all: 'people', open: 'shield', success: 'heart' } as const;
const steps = ['say', 'answer', 'check'] as const;
const audiences = ['nonprofits', 'cities', 'corporates'] as const;

/** What it is, how it works and for whom: words only. */
export function Pitch() {
  const { t } = useTranslation('landing');
  const { data: settings } = useSettingsQuery();
  const free = settings?.platform_fee === 0;
  return (
    <>
      <section>
        <h2>
          <Unbroken text={t('what.title')} />
        </h2>
        <ul className="landing-values" role="list">
          {values.map((value) => (
            <li key={value} className="card card-pad">
              <Icon name={icons[value]} size={24} />
              <h3>{t(`what.${value}.title`)}</h3>
              <p className="mut">{t(value === 'success' && free ? 'what.success.textFree' : `what.${value}.text`)}</p>
            </li>
          ))}
        </ul>
      </section>
      <section id="how" tabIndex={-1}>
        <h2>{t('how.title')}</h2>
        <ol className="landing-steps" role="list">
          {steps.map((step) => (
            <li key={step}>
              <h3>{t(`how.${step}.title`)}</h3>
              <p className="mut">{t(`how.${step}.text`)}</p>
            </li>
          ))}
        </ol>
      </section>
      <section>
        <h2>{t('who.title')}</h2>
        <ul className="landing-steps" role="list">
          {audiences.map((audience) => (
            <li key={audience}>
              <h3>{t(`who.${audience}.title`)}</h3>
              <p className="mut">{t(`who.${audience}.text`)}</p>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
