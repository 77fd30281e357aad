import type { FormInstance } from '@/ui/Form';
import type { Values } from '../values';
import { PhotoField } from './PhotoField';
import { VideoField } from './VideoField';

interface Props {
  form: FormInstance<Values>;
  /** What the campaign shows already. */
  saved: Pick<Values, 'photo' | 'video'>;
}

/** What a campaign shows besides its words. */
export function Media({ form, saved }: Props) {
  return (
    <div className="wizard-fields media">
      <PhotoField form={form} saved={saved.photo} />
      <VideoField saved={saved.video} />
    </div>
  );
}
