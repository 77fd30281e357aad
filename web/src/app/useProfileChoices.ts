import { useEffect, useState } from 'react';
import { useMeQuery } from '@/api/generated/members';
import { showTheme } from '@/ui/theming';
import { isSaving } from './useKept';
import { change } from './useLanguage';

/**
 * Shows the language and the theme of the member's profile once they are signed in, and whenever they choose another in
 * another browser. An address that names a language keeps it for as long as the page is open.
 */
export function useProfileChoices(): void {
  const { data: { lang, theme } = {} } = useMeQuery();
  const [asked] = useState(() => new URLSearchParams(location.search).has('lng'));
  useEffect(() => {
    if (lang && !asked && !isSaving('lang')) change(lang);
  }, [lang, asked]);
  useEffect(() => {
    if (theme && !isSaving('theme')) showTheme(theme);
  }, [theme]);
}
