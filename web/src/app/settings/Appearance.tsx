import { useTranslation } from 'react-i18next';
import { languageNames, languages } from '@/i18n/languages';
import { Segmented } from '@/ui/Segmented';
import { Select } from '@/ui/Select';
import { themeChoices } from '@/ui/theming';
import { useLanguage } from '../useLanguage';
import { useThemeChoice } from '../useThemeChoice';

/** The language to read in, and light or dark. */
export function Appearance() {
  const { t } = useTranslation();
  const [language, setLanguage] = useLanguage();
  const [theme, setTheme] = useThemeChoice();
  return (
    <div className="settings-appearance">
      <label>
        <span className="settings-label">{t('language.label')}</span>
        <Select
          value={language}
          onChange={({ target }) => {
            const chosen = languages.find((option) => option === target.value);
            if (chosen) setLanguage(chosen);
          }}
        >
          {languages.map((option) => (
            <option key={option} value={option} lang={option}>
              {languageNames[option]}
            </option>
          ))}
        </Select>
      </label>
      <div>
        <span className="settings-label" aria-hidden="true">
          {t('theme.label')}
        </span>
        <Segmented
          legend={t('theme.label')}
          options={themeChoices.map((value) => ({ value, label: t(`theme.${value}`) }))}
          value={theme}
          onChange={setTheme}
        />
      </div>
    </div>
  );
}
