import 'virtual:antd.css';
import { StyleProvider } from '@ant-design/cssinjs';
import ConfigProvider from 'antd/es/config-provider';
import { type ReactNode, useEffect, useState } from 'react';
import { type Language } from '@/i18n/languages';
import { useFormat } from '@/i18n/useFormat';
import { antdScope } from './theme';

type Locale = NonNullable<Parameters<typeof ConfigProvider>[0]['locale']>;

const locales: Record<Language, () => Promise<Locale>> = {
  en: async () => (await import('antd/es/locale/en_US')).default,
  fr: async () => {
    // Weeks start on Monday in this locale's calendar.
    const [locale] = await Promise.all([import('antd/es/locale/fr_FR'), import('dayjs/locale/fr')]);
    return locale.default;
  },
  es: async () => {
    const [locale] = await Promise.all([import('antd/es/locale/es_ES'), import('dayjs/locale/es')]);
    return locale.default;
  },
};

/** Where antd may put its style tags: never part of the page, so that they never apply. */
const nowhere = document.createElement('div');

/**
 * Wrap what uses antd in this. Its rules come from a static sheet made at build
 * time, because the content security policy forbids style tags, and both themes
 * are variables in that sheet.
 */
export function AntdTheme({ children }: { children: ReactNode }) {
  const { language } = useFormat();
  const [locale, setLocale] = useState<Locale>();
  useEffect(() => {
    let wanted = true;
    locales[language]().then(
      (loaded) => wanted && setLocale(loaded),
      (error: unknown) => console.error('antd has no texts in this language; it stays English', error),
    );
    return () => {
      wanted = false;
    };
  }, [language]);
  return (
    <StyleProvider container={nowhere}>
      <ConfigProvider
        theme={{ zeroRuntime: true, hashed: false, cssVar: { key: antdScope, prefix: 'ant' } }}
        {...(locale && { locale })}
      >
        <div className={antdScope}>{children}</div>
      </ConfigProvider>
    </StyleProvider>
  );
}
