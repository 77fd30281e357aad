import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type MessageWriters, useChooseMessageWritersMutation, useMyMessageWritersQuery } from '@/api/generated/messages';
import { FailureNotice } from '@/parts/FailureNotice';
import { Loaded } from '@/parts/Loaded';
import { useCommand } from '@/parts/useCommand';
import { Bone, Loading } from '@/ui/Skeleton';
import { showToast } from '@/ui/toast';

type Who = MessageWriters['who'];

const choices: readonly Who[] = ['everybody', 'givers', 'nobody'];

function Choice({ who }: { who: Who }) {
  const { t } = useTranslation('messages');
  const [choose] = useChooseMessageWritersMutation();
  const [wished, wish] = useState<Who>();
  const { run, failure } = useCommand((one: Who) => choose({ chooseWritersBody: { who: one } }).unwrap(), {
    onDone: () => showToast({ title: t('writers.saved') }),
    onRefused: () => wish(undefined),
  });
  const press = (one: Who) => {
    wish(one);
    void run(one);
  };
  return (
    <fieldset className="stack">
      <legend className="field-label">{t('writers.legend')}</legend>
      {choices.map((one) => (
        <label key={one} className="row">
          <input type="radio" name="writers" checked={(wished ?? who) === one} onChange={() => press(one)} />
          {t(`writers.${one}`)}
        </label>
      ))}
      <p className="sm mut">{t('writers.text')}</p>
      {failure && <FailureNotice title={failure.title}>{failure.advice}</FailureNotice>}
    </fieldset>
  );
}

/** Who may write to the member. */
export function Writers() {
  const { t } = useTranslation('messages');
  const query = useMyMessageWritersQuery();
  return (
    <Loaded
      query={query}
      skeleton={
        <Loading>
          <Bone height="120px" />
        </Loading>
      }
      failed={t('writers.failed')}
    >
      {({ who }) => <Choice who={who} />}
    </Loaded>
  );
}
