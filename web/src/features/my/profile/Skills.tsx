import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '@/ui/Icon';

interface Props {
  id?: string;
  value?: readonly string[];
  onChange?: (skills: readonly string[]) => void;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean;
  'aria-required'?: boolean | undefined;
}

/** Skills as words that are added by Enter or a comma, and each taken away. */
export function Skills({ id, value: given, onChange, ...aria }: Props) {
  const { t } = useTranslation('profile');
  const value = given ?? [];
  const [typed, type] = useState('');
  function add(): void {
    const skill = typed.trim().replace(/,$/u, '').trim();
    type('');
    if (skill && !value.some((one) => one.toLocaleLowerCase() === skill.toLocaleLowerCase())) onChange?.([...value, skill]);
  }
  function press(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' || event.key === ',') {
      // The form is sent by its button: Enter in this field adds what stands there.
      event.preventDefault();
      add();
    } else if (event.key === 'Backspace' && typed === '') onChange?.(value.slice(0, -1));
  }
  return (
    <div className="input profile-skills">
      {value.map((skill) => (
        <span key={skill} className="chip">
          {skill}
          <button
            type="button"
            aria-label={t('skills.remove', { skill })}
            onClick={() => onChange?.(value.filter((one) => one !== skill))}
          >
            <Icon name="close" size={16} />
          </button>
        </span>
      ))}
      <input
        {...aria}
        id={id}
        value={typed}
        placeholder={t('skills.add')}
        enterKeyHint="done"
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
        onBlur={add}
      />
    </div>
  );
}
