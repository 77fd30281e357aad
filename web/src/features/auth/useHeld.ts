import { useEffect, useMemo } from 'react';
import { useProviderHeldQuery } from '@/api/generated/auth';
import type { FormInstance } from '@/ui/Form';

/** Whom a provider says the person is, to be linked with what they sign in or up with; and fills in what is known of them. */
export function useHeld(wanted: boolean, form: FormInstance) {
  const { data } = useProviderHeldQuery(undefined, { skip: !wanted });
  const held = useMemo(() => (wanted && data?.provider ? { ...data, provider: data.provider } : undefined), [wanted, data]);
  useEffect(() => {
    if (!held) return;
    for (const [field, text] of [
      ['email', held.email],
      ['full_name', held.name],
    ] as const) {
      if (text && !form.getFieldValue(field)) form.setFieldValue(field, text);
    }
  }, [held, form]);
  return held;
}
