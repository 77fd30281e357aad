import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

/** By what support finds a sign-in by a provider that nobody foresaw would fail, where the address names it. */
export function Unforeseen() {
  const { t } = useTranslation('problems');
  const [params] = useSearchParams();
  const [code, reference] = [params.get('code'), params.get('reference')];
  return code && reference ? <p>{t('advice.reference', { code, reference })}</p> : null;
}
