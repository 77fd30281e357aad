import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/useFormat';
import type { ListPage } from '@/parts/liveList';
import { type Cell, everyItem, saveCsv } from '@/parts/table';
import { useCommand } from '@/parts/useCommand';
import { FailureNotice } from '@/parts/FailureNotice';
import { Button } from '@/ui/Button';

interface Props<Item> {
  /** The file's name, without its ending. */
  name: string;
  head: readonly string[];
  row: (item: Item) => Cell[];
  load: (cursor: string) => Promise<ListPage<Item> & { readonly total: number }>;
}

/** Saves all of a list, whatever part of it is shown, as a file of comma-separated values. */
export function ExportButton<Item extends { readonly id: string }>({ name, head, row, load }: Props<Item>) {
  const { t } = useTranslation('pledges');
  const { locale } = useFormat();
  const { run, busy, failure } = useCommand(() => everyItem(load), {
    onDone: (items) => saveCsv(locale, `${name}-${new Date().toISOString().slice(0, 10)}.csv`, head, items.map(row)),
  });
  return (
    <div className="pledges-export">
      <Button variant="outline" busy={busy} onClick={() => void run(undefined)}>
        {t('export.button')}
      </Button>
      {failure && <FailureNotice title={t('export.failed')}>{failure.advice}</FailureNotice>}
    </div>
  );
}
