import { useTranslation } from 'react-i18next';
import { categoryHues } from './theme';

export type Category = keyof typeof categoryHues;

/** The one taxonomy, in the order it is stored; lists show it sorted by the reader's names. */
export const categories = Object.keys(categoryHues) as Category[];

export function isCategory(value: string): value is Category {
  return value in categoryHues;
}

/** The reader's name of a category; "General" for one without a name. */
export function useCategoryName(): (category: string) => string {
  const { t } = useTranslation();
  return (category) => (isCategory(category) ? t(`category.${category}`) : t('category.general'));
}
