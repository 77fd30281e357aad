import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { PersonLink } from '@/parts/PersonLink';
import { Avatar } from '@/ui/Avatar';

const Part = lazy(async () => ({ default: (await import('./Later')).Later }));

/** What is loaded once it is to be shown; its children stand there until then. */
export function Later(props: ComponentProps<typeof Part>) {
  return (
    <Suspense fallback={props.children}>
      <Part {...props} />
    </Suspense>
  );
}

interface Props {
  page: CampaignDetail;
  size: 40 | 56;
  children: ReactNode;
}

/** In whose name a campaign goes, and what is said below. */
export function Whose({ page, size, children }: Props) {
  const { t } = useTranslation();
  const { id, page: of, avatar, name } = page.organizer;
  return (
    <>
      <Avatar name={name} id={of ?? id} picture={avatar} size={size} />
      <div>
        <p className="campaign-organizer">
          {of ? (
            <Later page={page} of="whose">
              {name}
            </Later>
          ) : (
            <PersonLink id={id}>{name || t('anonymous')}</PersonLink>
          )}
        </p>
        {children}
      </div>
    </>
  );
}
