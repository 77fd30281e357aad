import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { useMarkInquiryAnsweredMutation } from '@/api/generated/support';
import { useProblemText } from '@/i18n/useProblemText';
import { showToast } from '@/ui/toast';

/** Marks messages as answered: at once, and back with the reason where that is refused. `ids` are those that were marked here. */
export function useAnswered(): { ids: ReadonlySet<string>; mark: (id: string) => Promise<void> } {
  const { t } = useTranslation('admin');
  const say = useProblemText();
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [send] = useMarkInquiryAnsweredMutation();
  const mark = async (id: string) => {
    setIds((marked) => new Set(marked).add(id));
    try {
      await send({ inquiryBody: { inquiry_id: id } }).unwrap();
      showToast({ title: t('messages.marked') });
    } catch (error) {
      setIds((marked) => new Set([...marked].filter((other) => other !== id)));
      const { title, advice } = say(asProblem(error));
      showToast({ title, text: advice, tone: 'error' });
    }
  };
  return { ids, mark };
}
