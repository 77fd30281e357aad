import { useChooseThemeMutation } from '@/api/generated/members';
import { type ThemeChoice, useTheme } from '@/ui/theming';
import { useKept } from './useKept';

/** The theme that was chosen, and how to choose another. */
export function useThemeChoice(): [ThemeChoice, (theme: ThemeChoice) => void] {
  const [theme, show] = useTheme();
  const [save] = useChooseThemeMutation();
  return [theme, useKept('theme', show, (chosen: ThemeChoice) => save({ chooseThemeBody: { theme: chosen } }))];
}
