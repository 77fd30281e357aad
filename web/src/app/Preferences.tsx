import { useTranslation } from 'react-i18next';
import { languageNames, languages } from '@/i18n/languages';
import { Icon } from '@/ui/Icon';
import { Menu } from '@/ui/Menu';
import { Segmented } from '@/ui/Segmented';
import { themeChoices } from '@/ui/theming';
import { useLanguage } from './useLanguage';
import { useThemeChoice } from './useThemeChoice';

/** The language as a small menu in the header. */
export function LanguageSwitch() {
  const { t } = useTranslation();
  const [language, setLanguage] = useLanguage();
  return (
    <Menu
      label={`${t('language.label')}: ${languageNames[language]}`}
      trigger={<span className="sm">{language.toUpperCase()}</span>}
    >
      {languages.map((option) => (
        <Menu.Choice key={option} lang={option} chosen={option === language} onChoose={() => setLanguage(option)}>
          {languageNames[option]}
        </Menu.Choice>
      ))}
    </Menu>
  );
}

const themeIcons = { light: 'sun', dark: 'moon', system: 'system' } as const;

export function ThemeSwitch() {
  const { t } = useTranslation();
  const [theme, setTheme] = useThemeChoice();
  return (
    <Menu label={`${t('theme.label')}: ${t(`theme.${theme}`)}`} trigger={<Icon name={themeIcons[theme]} />}>
      {themeChoices.map((option) => (
        <Menu.Choice key={option} chosen={option === theme} onChoose={() => setTheme(option)}>
          <Icon name={themeIcons[option]} size={18} />
          {t(`theme.${option}`)}
        </Menu.Choice>
      ))}
    </Menu>
  );
}

/** The same choices for the panel, all visible. */
export function LanguageChoice() {
  const { t } = useTranslation();
  const [language, setLanguage] = useLanguage();
  const options = languages.map((value) => ({ value, label: languageNames[value] }));
  return <Segmented legend={t('language.label')} options={options} value={language} onChange={setLanguage} />;
}

export function ThemeChoice() {
  const { t } = useTranslation();
  const [theme, setTheme] = useThemeChoice();
  const options = themeChoices.map((value) => ({
    value,
    label: (
      <>
        <Icon name={themeIcons[value]} />
        <span className="sr">{t(`theme.${value}`)}</span>
      </>
    ),
  }));
  return <Segmented legend={t('theme.label')} options={options} value={theme} onChange={setTheme} />;
}
