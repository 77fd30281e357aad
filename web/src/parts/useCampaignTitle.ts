import { useTranslation } from 'react-i18next';

/** Gives a campaign's title, or what stands for one whose words were erased. */
export function useCampaignTitle(): (title: string) => string {
  const { t } = useTranslation();
  return (title) => title || t('campaignErased');
}
