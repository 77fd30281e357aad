import { useTranslation } from 'react-i18next';
import { Icon } from '@/ui/Icon';
import { Bar } from '@/ui/StrandBar';
import { type Step, stepCount } from './values';

/** The steps' texts in their order. */
export const stepTexts = [
  { title: 'basics.title', lead: 'basics.lead' },
  { title: 'story.title', lead: 'story.lead' },
  { title: 'goal.title', lead: 'goal.lead' },
  { title: 'launch.title', lead: 'launch.lead' },
] as const;

/** How far along one is: the step in words, the bar, and the steps' names where there is room. */
export function Progress({ step }: { step: Step }) {
  const { t } = useTranslation('wizard');
  const said = t('stepOf', { step, total: stepCount });
  return (
    <div className="wizard-progress">
      <p className="sm mut num">{said}</p>
      <Bar strand="money" label={t('progress')} value={step} max={stepCount} text={said} thin />
      <ol role="list" aria-label={t('steps')}>
        {stepTexts.map(({ title }, index) => (
          <li
            key={title}
            aria-current={index + 1 === step ? 'step' : undefined}
            className={index + 1 < step ? 'is-done' : undefined}
          >
            {index + 1 < step && <Icon name="check" size={16} />}
            {t(title)}
          </li>
        ))}
      </ol>
    </div>
  );
}
