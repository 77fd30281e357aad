import './auth.css';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useSession } from '@/api/SessionContext';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { useForm } from '@/ui/Form';
import { Bone, Loading } from '@/ui/Skeleton';
import { Notice } from '@/ui/States';
import { Tabs } from '@/ui/Tabs';
import { usePageTitle } from '@/ui/usePageTitle';
import { Arrived } from './Arrived';
import { Ended } from './Ended';
import { Linking } from './Linking';
import { offerIn, safeNext } from './next';
import { Providers } from './Providers';
import { SecondStep } from './SecondStep';
import { SidePanel } from './SidePanel';
import { SignInForm } from './SignInForm';
import { Created, SignUpForm, type SignUpValues } from './SignUpForm';
import { useHeld } from './useHeld';

/** Few come by a provider that tells no address. */
const LinkEmail = lazy(async () => ({ default: (await import('./LinkEmail')).LinkEmail }));

/** The form comes first: few have a passkey. */
const PasskeyButton = lazy(async () => ({ default: (await import('./PasskeyButton')).PasskeyButton }));

function FormBones() {
  return (
    <Loading>
      <div className="stack">
        <Bone height="52px" radius="var(--r-md)" />
        <Bone width="72px" height="14px" />
        <Bone height="48px" radius="var(--r)" />
        <Bone width="96px" height="14px" />
        <Bone height="48px" radius="var(--r)" />
        <Bone height="52px" radius="var(--r)" />
      </div>
    </Loading>
  );
}

/** Sign-in and sign-up; whoever is signed in goes on to where they were going. */
export function AuthPage() {
  const { t } = useTranslation('auth');
  const session = useSession();
  const [params, setParams] = useSearchParams();
  // One for both tabs: what was typed in the one is there in the other, and nowhere but in memory.
  const [form] = useForm<SignUpValues>();
  const next = safeNext(params.get('next'));
  const tab = params.get('tab') === 'signup' ? 'signup' : 'signin';
  const held = useHeld(params.has('link') && session.status === 'anonymous', form);
  const [closed, setClosed] = useState(false);
  const [createdFor, setCreatedFor] = useState<string>();
  usePageTitle(tab === 'signup' ? t('titleUp') : t('titleIn'));
  if (session.status === 'member') return <Arrived next={next} />;

  const open = (chosen: 'signin' | 'signup') => {
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (chosen === 'signup') after.set('tab', chosen);
        else after.delete('tab');
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  const without = (param: 'link' | 'second') => {
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete(param);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  const passkey = (
    <Suspense fallback={null}>
      <PasskeyButton link={held !== undefined} />
    </Suspense>
  );
  const offer = offerIn(next);
  const welcome = offer ? t('toOffer') : t('welcome');
  // Whom a provider vouches for comes back with what the second step answers.
  const challenge = params.get('second');
  return (
    <div className="wrap page auth">
      <SidePanel />
      <Card pad>
        <h1 className="auth-title">{tab === 'signup' ? t('join') : welcome}</h1>
        {offer && <p className="mut auth-lead">{t(`to.${offer}`)}</p>}
        {!navigator.cookieEnabled && <Notice tone="danger">{t('cookies')}</Notice>}
        {session.status === 'anonymous' && session.ended !== undefined && <Ended why={session.ended} />}
        {session.status === 'unknown' ? (
          <FormBones />
        ) : challenge ? (
          <>
            <SecondStep challenge={challenge} onAgain={() => without('second')} />
            {passkey}
          </>
        ) : (
          <Tabs
            label={t('tabs')}
            variant="pills"
            active={tab}
            onChange={open}
            tabs={[
              { key: 'signin', label: t('signIn') },
              { key: 'signup', label: t('signUp') },
            ]}
          >
            {tab === 'signup' && createdFor !== undefined ? (
              <>
                <Created email={createdFor} />
                <Button variant="quiet" block onClick={() => setCreatedFor(undefined)}>
                  {t('createdOther')}
                </Button>
              </>
            ) : (
              <>
                {held ? (
                  <Linking held={held} signUp={tab === 'signup'} onLetGo={() => without('link')} />
                ) : (
                  <Providers next={next} refused={params.get('refused')} />
                )}
                {tab === 'signup' ? (
                  <SignUpForm form={form} next={next} link={held !== undefined} onCreated={setCreatedFor} />
                ) : (
                  <SignInForm form={form} next={next} link={held !== undefined} />
                )}
                {tab === 'signin' && passkey}
              </>
            )}
          </Tabs>
        )}
      </Card>
      {held?.email === '' && !closed && (
        <Suspense fallback={null}>
          <LinkEmail
            held={held}
            next={next}
            onClose={() => setClosed(true)}
            onSignIn={() => {
              setClosed(true);
              open('signin');
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
