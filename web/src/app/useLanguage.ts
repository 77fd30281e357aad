import i18next from 'i18next';
import { useChooseLanguageMutation } from '@/api/generated/members';
import { useSession } from '@/api/SessionContext';
import type { Language } from '@/i18n/languages';
import { useFormat } from '@/i18n/useFormat';

/** Shows a language from now on. */
export function change(next: Language): void {
  i18next.changeLanguage(next).catch((error: unknown) => console.error('the language was not changed', error));
}

/** Choices whose saving is under way: what the profile said before them is no news. */
let saving = 0;

export const isSaving = (): boolean => saving > 0;

/** The language shown, and how to choose another: at once in this browser, and kept on the profile of whoever is signed in. */
export function useLanguage(): [Language, (language: Language) => void] {
  const { language } = useFormat();
  const session = useSession();
  const [save] = useChooseLanguageMutation();
  return [
    language,
    (lang) => {
      change(lang);
      if (session.status !== 'member') return;
      saving += 1;
      save({ chooseLanguageBody: { lang } })
        .unwrap()
        // The browser keeps the choice; the base query has told why the profile does not.
        .catch(() => undefined)
        .finally(() => {
          saving -= 1;
        });
    },
  ];
}
