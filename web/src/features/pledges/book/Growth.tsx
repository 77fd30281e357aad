import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/useFormat';
import { Card } from '@/ui/Card';
import { Icon } from '@/ui/Icon';
import type { Strand } from '@/ui/StrandBar';
import type { Point } from './growth';
import { Plot } from './Plot';

interface Props {
  strand: Strand;
  points: readonly Point[];
  /** A value as people read it, exactly and in the little room beside an axis. */
  say: (value: number) => string;
  sayShort: (value: number) => string;
  /** Where the plot ends: the goal, unless there is none. */
  goal: number;
}

/** How one figure of a campaign grew, as a plot. Its table says the same to whoever sees no plot. */
export function Growth({ strand, points, say, sayShort, goal }: Props) {
  const { t } = useTranslation('book');
  const { t: common } = useTranslation();
  const format = useFormat();
  const signed = (value: number) => `${value > 0 ? '+' : ''}${say(value)}`;
  const now = points.at(-1)?.total ?? 0;
  const moved = points.filter((point) => point.moved !== 0).toReversed();
  const tell = (point: Point) => (
    <>
      <p className="mut">{format.plainDay(point.day)}</p>
      <p>
        <b className="num">{say(point.total)}</b>
        {point.moved !== 0 && <span className="num mut"> {t('figures.moved', { shown: signed(point.moved) })}</span>}
      </p>
    </>
  );
  return (
    <Card pad>
      <figure className={`book-figure strand-${strand}`}>
        <figcaption>
          <Icon name={strand} /> <span>{common(`strand.${strand}`)}</span>
          <b className="num">{say(now)}</b>
          {goal > 0 && <span className="sm mut">{t('figures.of', { goal: say(goal) })}</span>}
        </figcaption>
        <Plot points={points} say={sayShort} tell={tell} />
        {moved.length > 0 && (
          <details className="book-table">
            <summary className="sm">{t('figures.table')}</summary>
            <div className="book-scroll">
              <table className="sm num">
                <thead>
                  <tr>
                    <th scope="col">{t('figures.day')}</th>
                    <th scope="col">{t('figures.change')}</th>
                    <th scope="col">{t('figures.total')}</th>
                  </tr>
                </thead>
                <tbody>
                  {moved.map((point) => (
                    <tr key={point.day}>
                      <th scope="row">{format.plainDay(point.day)}</th>
                      <td>{signed(point.moved)}</td>
                      <td>{say(point.total)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </details>
        )}
      </figure>
    </Card>
  );
}
