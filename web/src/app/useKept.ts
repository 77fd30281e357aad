import { useSession } from '@/api/SessionContext';

/** Choices whose saving is under way, by what they are about: what the profile said before them is no news. */
const saving = { lang: 0, theme: 0 };

export type Kept = keyof typeof saving;

export const isSaving = (what: Kept): boolean => saving[what] > 0;

/** How to choose something: it shows at once in this browser, and is kept on the profile of whoever is signed in. */
export function useKept<Value>(
  what: Kept,
  show: (value: Value) => void,
  save: (value: Value) => Promise<unknown>,
): (value: Value) => void {
  const session = useSession();
  return (value) => {
    show(value);
    if (session.status !== 'member') return;
    saving[what] += 1;
    // Where that fails the browser keeps the choice, and the base query has told why the profile does not.
    void save(value).finally(() => {
      saving[what] -= 1;
    });
  };
}
