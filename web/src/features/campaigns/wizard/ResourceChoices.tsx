import { useTranslation } from 'react-i18next';
import { Icon } from '@/ui/Icon';
import { type Strand, strands } from '@/ui/StrandBar';


/** Which of the three kinds of help a campaign asks for. */
export function ResourceChoices({ value, onChange }: { value: Strand[]; onChange: (value: Strand[]) => void }) {
  const { t } = useTranslation('wizard');
  const { t: common } = useTranslation();
  return (
    <div className="wizard-resources">
      {strands.map((strand) => (
        <label key={strand} className={`wizard-resource strand-${strand}`}>
          <input
            type="checkbox"
            checked={value.includes(strand)}
            onChange={(event) => {
              const { checked } = event.target;
              onChange(strands.filter((other) => (other === strand ? checked : value.includes(other))));
            }}
          />
          <span className="wizard-resource-icon">
            <Icon name={strand} />
          </span>
          <span>
            <b>{common(`strand.${strand}`)}</b>
            <span className="wizard-resource-text">{t(`resource.${strand}`)}</span>
          </span>
          <span className="wizard-resource-box">{value.includes(strand) && <Icon name="check" size={16} />}</span>
        </label>
      ))}
    </div>
  );
}
