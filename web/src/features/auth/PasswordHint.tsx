import { useWatch } from '@rc-component/form';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { strengthOf } from './strength';

const words = ['worst', 'weak', 'fair', 'good', 'best'] as const;

type Judge = typeof strengthOf;

/** What judges passwords, once there is one: it is large. Undefined until it is there, and where it can't be had. */
function useJudge(needed: boolean): Judge | undefined {
  const [judge, setJudge] = useState<Judge>();
  useEffect(() => {
    if (!needed) return undefined;
    let over = false;
    import('./strength').then(
      (judging) => {
        if (!over) setJudge(() => judging.strengthOf);
      },
      (error: unknown) => console.warn('passwords are not judged', error),
    );
    return () => {
      over = true;
    };
  }, [needed]);
  return judge;
}

/** What a new password needs, and how hard the one that is being typed would be to guess. */
export function PasswordHint({ name, min }: { name: string; min: number }) {
  const { t } = useTranslation('auth');
  const password = (useWatch(name) as string | undefined) ?? '';
  const about = [useWatch('full_name') as string | undefined, useWatch('email') as string | undefined];
  const judge = useJudge(password !== '');
  const score = password ? judge?.(password, about.filter((text) => text !== undefined)) : undefined;
  const word = words[score ?? -1];
  return (
    <>
      {t('passwordHint', { count: min })}
      {word && (
        <span className="auth-strength" data-strength={word}>
          <meter min={0} max={4} low={2} high={3} optimum={4} value={score} aria-hidden="true" />
          {t(`strength.${word}`)}
        </span>
      )}
    </>
  );
}
