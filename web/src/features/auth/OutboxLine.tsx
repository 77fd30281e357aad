import { useSettingsQuery } from '@/api/generated/platform';
import { Trans } from 'react-i18next';

/** On a development server, where the mail went that was just written. */
export function OutboxLine({ to }: { to: string }) {
  const { data } = useSettingsQuery();
  if (!data?.outbox) return null;
  const address = `/dev/outbox?to=${encodeURIComponent(to)}`;
  return (
    <p className="sm">
      {/* The server's own page, outside the app; the text is inside Trans. */}
      {/* oxlint-disable-next-line jsx-a11y/anchor-has-content jsx-a11y/control-has-associated-label */}
      <Trans ns="auth" i18nKey="outbox" components={{ mail: <a className="link" href={address} /> }} />
    </p>
  );
}
