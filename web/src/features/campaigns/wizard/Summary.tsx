import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { parseWhole } from '@/i18n/figures';
import { languageNames } from '@/i18n/languages';
import { useFormat } from '@/i18n/useFormat';
import { Button } from '@/ui/Button';
import { useCategoryName } from '@/ui/category';
import { browserZone } from './body';
import { useChosenName } from './InName';
import { isDay } from './day';
import { goalOf, namesSomeone, type Step, type Values } from './values';

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface PartProps {
  title: string;
  onEdit: () => void;
  children: ReactNode;
}

function Part({ title, onEdit, children }: PartProps) {
  const { t } = useTranslation('wizard');
  return (
    <section className="wizard-summary-part">
      <div className="wizard-summary-head">
        <h4>{title}</h4>
        <Button variant="quiet" size="small" label={t('launch.editStep', { step: title })} onClick={onEdit}>
          {t('launch.edit')}
        </Button>
      </div>
      <dl>{children}</dl>
    </section>
  );
}

function Needs({ values }: { values: Values }) {
  const { t } = useTranslation('wizard');
  const { count, locale } = useFormat();
  return (
    <ul role="list" lang={values.lang}>
      {values.needs.map((need, index) => {
        const quantity = count(parseWhole(need.quantity, locale) ?? 0);
        const item = need.item.trim() || t('sum.nothing');
        return (
          // The rows can't move while they are only read.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            {need.unit.trim() ? t('sum.needUnit', { quantity, unit: need.unit.trim(), item }) : t('sum.need', { quantity, item })}
            {need.note.trim() && <span className="mut"> {need.note.trim()}</span>}
          </li>
        );
      })}
    </ul>
  );
}

/** Everything that was entered, with a way back to each step. */
export function Summary({ values, onEdit }: { values: Values; onEdit: (step: Step) => void }) {
  const { t } = useTranslation('wizard');
  const { t: common } = useTranslation();
  const categoryName = useCategoryName();
  const format = useFormat();
  const own = (text: string) => (text.trim() ? <span lang={values.lang}>{text.trim()}</span> : t('sum.nothing'));
  const asks = (strand: Values['resource_types'][number]) => values.resource_types.includes(strand);
  const goal = goalOf(values, format.locale);
  const hours = parseWhole(values.time_goal_hours, format.locale);
  const relationship = values.beneficiary_relationship;
  const inName = useChosenName(values.page_id);
  return (
    <div className="summary">
      <Part title={t('basics.title')} onEdit={() => onEdit(1)}>
        <Line name={t('field.title')}>{own(values.title)}</Line>
        <Line name={t('field.description')}>{own(values.description)}</Line>
        <Line name={t('field.category')}>{values.category ? categoryName(values.category) : t('sum.nothing')}</Line>
        {values.location.trim() && <Line name={t('field.location')}>{own(values.location)}</Line>}
        <Line name={t('field.lang')}>
          <span lang={values.lang}>{languageNames[values.lang]}</span>
        </Line>
        {inName && <Line name={t('inName.title')}>{inName}</Line>}
      </Part>
      <Part title={t('story.title')} onEdit={() => onEdit(2)}>
        <Line name={t('field.story')}>
          <span className="wizard-summary-story">{own(values.story)}</span>
        </Line>
        {namesSomeone(values) ? (
          <Line name={t('field.beneficiarySum')}>
            {relationship ? (
              <Trans
                ns="wizard"
                i18nKey="sum.named"
                values={{ relationship: t(`relationship.${relationship}`) }}
                components={{ name: <span lang={values.lang}>{values.beneficiary_name.trim()}</span> }}
              />
            ) : (
              own(values.beneficiary_name)
            )}
          </Line>
        ) : (
          relationship && <Line name={t('field.beneficiarySum')}>{t(`relationship.${relationship}`)}</Line>
        )}
      </Part>
      <Part title={t('goal.title')} onEdit={() => onEdit(3)}>
        {asks('money') && (
          <Line name={common('strand.money')}>
            <span className="num">
              {goal === undefined ? t('sum.nothing') : format.money({ amount: goal, currency: values.currency }, 'always')}
            </span>
          </Line>
        )}
        {asks('money') && values.money_purpose.trim() && <Line name={t('field.purpose')}>{own(values.money_purpose)}</Line>}
        {asks('time') && (
          <Line name={common('strand.time')}>
            {hours === undefined ? t('sum.nothing') : t('sum.hours', { hours: format.count(hours) })}
          </Line>
        )}
        {asks('materials') && (
          <Line name={common('strand.materials')}>
            <Needs values={values} />
          </Line>
        )}
        <Line name={t('field.endDate')}>
          {values.end_date ? (
            <>
              {isDay(values.end_date) ? format.plainDay(values.end_date) : values.end_date}{' '}
              <span className="mut">({browserZone()})</span>
            </>
          ) : (
            t('field.endDateEmpty')
          )}
        </Line>
      </Part>
    </div>
  );
}
