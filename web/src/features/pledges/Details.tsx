import { type Pledge, useDetails } from './words';

/** What both sides wrote and what is known of a pledge. */
export function Details({ pledge }: { pledge: Pledge }) {
  const details = useDetails();
  return (
    <div className="pledges-details sm mut">
      {details(pledge).map(({ key, text, lang }) => (
        <p key={key} lang={lang}>
          {text}
        </p>
      ))}
    </div>
  );
}
