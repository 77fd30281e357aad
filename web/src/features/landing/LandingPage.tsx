import './landing.css';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '@/ui/usePageTitle';
import { CampaignsTeaser } from './CampaignsTeaser';
import { Hero } from './Hero';
import { OpenLedger } from './OpenLedger';
import { Pitch } from './Pitch';
import { TotalsStrip } from './TotalsStrip';

export function LandingPage() {
  const { t } = useTranslation('landing');
  usePageTitle(t('title'));
  return (
    <div className="wrap landing">
      <Hero />
      <TotalsStrip />
      <CampaignsTeaser />
      <Pitch />
      <OpenLedger />
    </div>
  );
}
