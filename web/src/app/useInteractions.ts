import { useEffect } from 'react';
import { type Pressed, useRecordInteractionsMutation } from '@/api/generated/interactions';
import { useMeQuery } from '@/api/generated/members';
import { pressedBefore } from '@/parts/pressedBefore';

/** How long presses are gathered before they are sent, in milliseconds, and how many at most. */
const gathered = { for: 3000, most: 50 };

/** What a press on an element counts as; undefined where nothing there is counted. */
function pressed(target: EventTarget | null): Pressed | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-counted]') : null;
  const [action, source] = element?.dataset.counted?.split(' ') ?? [];
  if (!action) return undefined;
  return {
    action_type: action as Pressed['action_type'],
    page_url: location.pathname,
    additional_data: {
      ...(source && { source: source as 'hero_section' }),
      ...(element instanceof HTMLAnchorElement && {
        destination: element.pathname,
      }),
    },
  };
}

const hero: Pressed = {
  action_type: 'create_callup_hero',
  page_url: '/',
  additional_data: { source: 'hero_section', destination: '/create-campaign' },
};

/** Counts what a member presses who agreed to it, for as long as they agree. Where the server can't take it, it is lost. */
export function useInteractions(): void {
  const { data: me } = useMeQuery();
  const [record] = useRecordInteractionsMutation();
  const member = me?.id;
  const agreed = me?.tracking ?? false;
  useEffect(() => {
    if (!member) return undefined;
    let waiting: Pressed[] = pressedBefore(member, agreed) ? [hero] : [];
    if (!agreed) return undefined;
    let timer: number | undefined;
    const send = () => {
      clearTimeout(timer);
      if (waiting.length > 0) void record({ recordBody: { interactions: waiting } });
      waiting = [];
    };
    const take = ({ target }: Event) => {
      const one = pressed(target);
      if (!one) return;
      waiting.push(one);
      clearTimeout(timer);
      if (waiting.length === gathered.most) send();
      else timer = window.setTimeout(send, gathered.for);
    };
    const leave = () => {
      if (document.visibilityState === 'hidden') send();
    };
    if (waiting.length > 0) timer = window.setTimeout(send, gathered.for);
    // Before the router takes the press, which changes the page.
    document.addEventListener('click', take, true);
    document.addEventListener('visibilitychange', leave);
    return () => {
      document.removeEventListener('click', take, true);
      document.removeEventListener('visibilitychange', leave);
      send(); // the header of another page counts from here on
    };
  }, [member, agreed, record]);
}
