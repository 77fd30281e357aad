import { useEffect, useState } from 'react';
import { useMeQuery } from '@/api/generated/members';
import { change, isSaving } from './useLanguage';

/**
 * Shows the language of the member's profile once they are signed in, and whenever they choose another in another browser.
 * An address that names a language keeps it for as long as the page is open.
 */
export function useProfileLanguage(): void {
  const { data } = useMeQuery();
  const [asked] = useState(() => new URLSearchParams(location.search).has('lng'));
  const lang = data?.lang;
  useEffect(() => {
    if (lang && !asked && !isSaving()) change(lang);
  }, [lang, asked]);
}
