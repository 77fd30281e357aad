import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames, languages } from '@/i18n/languages';
import { Segmented } from '@/ui/Segmented';
import { Switch } from '@/ui/Switch';
import { CopyField } from './CopyField';
import { addressOf, type Look, snippetOf } from './snippet';

interface Props {
  slug: string;
  title: string;
  /** The reader's: the card is in it until they choose another. */
  language: Look['language'];
}

/** The card for other sites: what it looks like there, and the lines that bring it there. */
export function Embed({ slug, title, language }: Props) {
  const { t } = useTranslation('share');
  const [look, setLook] = useState<Look>({ language, theme: 'system', picture: true });
  const address = addressOf(location.origin, slug, look);
  return (
    <div className="stack share-embed">
      <p className="sm mut">{t('embedText')}</p>
      <Segmented
        legend={t('language')}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
        value={look.language}
        onChange={(chosen) => setLook({ ...look, language: chosen })}
      />
      <Segmented
        legend={t('theme')}
        options={(['system', 'light', 'dark'] as const).map((value) => ({ value, label: t(`themes.${value}`) }))}
        value={look.theme}
        onChange={(theme) => setLook({ ...look, theme })}
      />
      <Switch on={look.picture} onPress={() => setLook({ ...look, picture: !look.picture })}>
        {t('picture')}
      </Switch>
      <CopyField label={t('snippet')} text={snippetOf(address, title, look)} long />
      <p className="sm">
        <a className="link" href={address} target="_blank" rel="noreferrer">
          {t('preview')}
        </a>
      </p>
    </div>
  );
}
