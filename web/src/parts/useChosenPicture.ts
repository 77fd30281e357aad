import { useEffect, useRef, useState } from 'react';
import { photograph } from './photograph';

interface Chosen {
  /** The address of the picture, as long as it is cut. */
  readonly source: string;
  /** What was chosen moves, and this does not. */
  readonly still: boolean;
}

/** A picture that was chosen and is made ready to be cut. */
export function useChosenPicture(onFault: (error: unknown) => void) {
  const [chosen, setChosen] = useState<Chosen>();
  useEffect(() => (chosen ? () => URL.revokeObjectURL(chosen.source) : undefined), [chosen]);
  const [preparing, setPreparing] = useState(false);
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  async function choose(file: File): Promise<void> {
    setPreparing(true);
    try {
      const { picture, still } = await photograph(file);
      if (here.current) setChosen({ source: URL.createObjectURL(picture), still });
    } catch (error) {
      onFault(error);
    }
    setPreparing(false);
  }

  return { chosen, preparing, choose, close: () => setChosen(undefined) };
}
