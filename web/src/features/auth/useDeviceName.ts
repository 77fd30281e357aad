import { useTranslation } from 'react-i18next';
import type { Device } from '@/api/generated/auth';

/** Names a browser and its system, as far as they are known. */
export function useDeviceName(): (device: Device) => string {
  const { t } = useTranslation('auth');
  return ({ browser, system }) => {
    if (browser && system) return t('settings.device', { browser, system });
    return browser || system || t('settings.deviceUnknown');
  };
}
