import { useNavigate, useSearchParams } from 'react-router';
import { safeNext } from './next';

/** Goes on to where somebody was who was sent to the settings, once what was asked for is done; stays where nobody was sent. */
export function useGoOn(): () => void {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const next = safeNext(params.get('next'));
  return () => {
    if (next) void navigate(next);
  };
}
