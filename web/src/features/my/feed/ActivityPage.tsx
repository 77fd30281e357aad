import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { usePageTitle } from '@/ui/usePageTitle';
import { Feed } from './Feed';
import { OnePost } from './OnePost';

const isId = (text: string | null) => text !== null && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/u.test(text);

/** The feed by itself, also for a member whose first steps are not done, or the one post that the address names. */
export function ActivityPage() {
  const { t } = useTranslation('feed');
  const [params] = useSearchParams();
  const post = params.get('post');
  usePageTitle(t('title'));
  return <div className="wrap page feed-page">{post && isId(post) ? <OnePost id={post} /> : <Feed heading="h1" />}</div>;
}
