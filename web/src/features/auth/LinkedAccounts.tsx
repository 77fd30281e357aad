import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { type IdentityView, useLinkProviderMutation, useUnlinkProviderMutation } from '@/api/generated/auth';
import { useSettingsQuery } from '@/api/generated/platform';
import { FailureNotice } from '@/parts/FailureNotice';
import { Button } from '@/ui/Button';
import { Icon } from '@/ui/Icon';
import { RelativeTime } from '@/ui/RelativeTime';
import { Rows } from '@/ui/Rows';
import { Notice } from '@/ui/States';
import { showToast } from '@/ui/toast';
import { type ProviderName, providerNames } from './providerNames';
import { ConfirmChange } from './ConfirmChange';
import { Security } from './Security';
import { Unforeseen } from './Unforeseen';

/** Why somebody comes back from a provider without a link, as the server names it in the address. */
const refusals = [
  'provider_unavailable',
  'provider_lost',
  'provider_refused',
  'provider_failed',
  'provider_linked_elsewhere',
] as const;

interface Outcome {
  name: string;
  /** Undefined: it is linked. */
  refused?: (typeof refusals)[number];
}

/** What the address says of a way to a provider and back; undefined where nobody was away. */
function outcomeOf(params: URLSearchParams): Outcome | undefined {
  const provider = Object.entries(providerNames).find(([key]) => key === params.get('provider'));
  if (!provider) return undefined;
  if (params.has('refused')) {
    // A code that this version does not know is a failure.
    return { name: provider[1], refused: refusals.find((code) => code === params.get('refused')) ?? 'provider_failed' };
  }
  return params.has('linked') ? { name: provider[1] } : undefined;
}

/** How a way to a provider and back ended. It has the focus: whoever comes back looks for it. */
function Ended({ name, refused }: Outcome) {
  const { t } = useTranslation('auth');
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.focus(), []);
  return (
    <div ref={frame} tabIndex={-1}>
      {refused ? (
        <FailureNotice title={t(`linked.${refused}`, { name })}>
          <Unforeseen />
        </FailureNotice>
      ) : (
        <Notice tone="money" icon="check">
          <p role="status">{t('linked.done', { name })}</p>
        </Notice>
      )}
    </div>
  );
}

type Asked = { provider: ProviderName } | { remove: IdentityView };

interface Props {
  identities: readonly IdentityView[];
  onChanged: () => void;
}

function List({ identities, onChanged }: Props) {
  const { t } = useTranslation('auth');
  const [params] = useSearchParams();
  const [outcome, setOutcome] = useState(() => outcomeOf(params));
  const [asked, setAsked] = useState<Asked>();
  const { data: settings } = useSettingsQuery();
  const [link] = useLinkProviderMutation();
  const [unlink] = useUnlinkProviderMutation();
  const offered = settings?.sign_in_with ?? [];
  const ask = (what: Asked | undefined) => {
    setOutcome(undefined);
    setAsked(what);
  };
  return (
    <div className="stack">
      {outcome && <Ended {...outcome} />}
      {identities.length === 0 ? (
        <p className="mut">{settings && offered.length === 0 ? t('linked.nobody') : t('linked.none')}</p>
      ) : (
        <Rows>
          {identities.map((one) => (
            <li key={one.id}>
              <Icon name="check" />
              <div>
                <b>{providerNames[one.provider]}</b>
                <p className="sm mut">
                  {one.email || t('linked.noEmail')} · {t('linked.since')} <RelativeTime at={one.linked_at} />
                </p>
              </div>
              <Button
                variant="outline"
                size="small"
                label={t('linked.removeNamed', { name: providerNames[one.provider] })}
                onClick={() => ask({ remove: one })}
              >
                {t('linked.remove')}
              </Button>
            </li>
          ))}
        </Rows>
      )}
      {!asked && offered.length > 0 && (
        <div className="auth-buttons">
          {offered.map((provider) => (
            <Button key={provider} variant="outline" onClick={() => ask({ provider })}>
              {t('linked.link', { name: providerNames[provider] })}
            </Button>
          ))}
        </div>
      )}
      {asked && 'provider' in asked && (
        <ConfirmChange
          key={asked.provider}
          title={t('linked.linkTitle', { name: providerNames[asked.provider] })}
          text={t('linked.linkText', { name: providerNames[asked.provider] })}
          button={t('linked.goOn', { name: providerNames[asked.provider] })}
          send={() => link({ linkProviderBody: { provider: asked.provider } }).unwrap()}
          leaves
          onDone={({ address }) => location.assign(address)}
          onCancel={() => ask(undefined)}
        />
      )}
      {asked && 'remove' in asked && (
        <ConfirmChange
          key={asked.remove.id}
          title={t('linked.removeNamed', { name: providerNames[asked.remove.provider] })}
          text={t('linked.removeText', { name: providerNames[asked.remove.provider] })}
          button={t('linked.remove')}
          danger
          send={() => unlink({ unlinkProviderBody: { id: asked.remove.id } }).unwrap()}
          onDone={() => {
            showToast({ title: t('linked.removed', { name: providerNames[asked.remove.provider] }) });
            ask(undefined);
            onChanged();
          }}
          onCancel={() => ask(undefined)}
        />
      )}
    </div>
  );
}

/** The accounts elsewhere that open the member's: each can be removed but the last way in, and others linked. */
export function LinkedAccounts() {
  return (
    <Security>
      {({ identities }, again) => <List identities={identities} onChanged={again} />}
    </Security>
  );
}
