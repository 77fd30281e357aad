import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/Button';
import { showToast } from '@/ui/toast';
import { FeedIcon } from '../icons';
import { taken } from './useAttachments';
import { saysDuration } from './webm';

/** What is recorded in, the first of them that the browser can. */
const forms = [
  ['audio/webm;codecs=opus', 'webm'],
  ['audio/webm', 'webm'],
  ['audio/ogg;codecs=opus', 'ogg'],
  ['audio/mp4', 'm4a'],
] as const;

const asked: MediaTrackConstraints = {
  sampleRate: 44_100,
  channelCount: 1,
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
};

/** A recording ends by itself before it is larger than the server takes. */
const mostBytes = taken.audio.megabytes * 1024 * 1024 - 512 * 1024;

function form() {
  if (typeof MediaRecorder === 'undefined' || !('mediaDevices' in navigator)) return undefined;
  return forms.find(([type]) => MediaRecorder.isTypeSupported(type));
}

type Phase = 'idle' | 'asking' | 'recording' | 'recorded';
type Fault = 'absent' | 'forbidden' | 'failed';

function faultOf(error: unknown): Fault {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'absent';
  return name === 'NotAllowedError' || name === 'SecurityError' ? 'forbidden' : 'failed';
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

interface Props {
  /** There is no room for one more. */
  full: boolean;
  onRecorded: (file: File) => void;
  /** Hears of a recording from when it is asked for until it is handed over, or is none. */
  onRunning: (running: boolean) => void;
}

/** Records a voice. What was recorded when the screen goes is kept. */
export function Recorder({ full, onRecorded, onRunning }: Props) {
  const { t } = useTranslation('feed');
  const [able] = useState(form);
  const [phase, setPhase] = useState<Phase>('idle');
  const [seconds, setSeconds] = useState(0);
  const [fault, setFault] = useState<Fault>();
  const recorder = useRef<MediaRecorder>(undefined);
  const here = useRef(true);
  const done = useRef(onRecorded);
  useEffect(() => {
    done.current = onRecorded;
  });
  const stop = useCallback(() => {
    if (recorder.current?.state === 'recording') recorder.current.stop();
  }, []);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
      stop();
    };
  }, [stop]);
  useEffect(() => {
    if (phase !== 'recording') return undefined;
    const began = Date.now();
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - began) / 1000)), 250);
    return () => clearInterval(timer);
  }, [phase]);

  if (!able) return <p className="field-hint">{t('attach.recorder.unable')}</p>;
  const [type, ending] = able;

  const start = async () => {
    setFault(undefined);
    setSeconds(0);
    setPhase('asking');
    onRunning(true);
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: asked });
      const parts: Blob[] = [];
      let bytes = 0;
      const recording = new MediaRecorder(stream, { mimeType: type });
      recording.ondataavailable = ({ data }) => {
        parts.push(data);
        bytes += data.size;
        if (bytes > mostBytes) stop();
      };
      let began = 0;
      const end = async () => {
        const lasted = performance.now() - began;
        for (const track of stream.getTracks()) track.stop();
        const plain = type.split(';')[0] ?? type;
        const recorded = await saysDuration(new Blob(parts), lasted);
        if (bytes > 0) done.current(new File([recorded], `${t('attach.recorder.name')}.${ending}`, { type: plain }));
        onRunning(false);
        if (here.current) setPhase(bytes > 0 ? 'recorded' : 'idle');
        showToast({ title: t('attach.recorder.stopped'), tone: 'info' });
      };
      recording.onstop = () => void end();
      recorder.current = recording;
      recording.start(1000);
      began = performance.now();
      if (!here.current) {
        stop();
        return;
      }
      setPhase('recording');
      showToast({ title: t('attach.recorder.started'), tone: 'info' });
    } catch (error) {
      onRunning(false);
      if (!here.current) return;
      setPhase('idle');
      setFault(faultOf(error));
      showToast({ title: t('attach.recorder.failed'), tone: 'error' });
    }
  };

  return (
    <div className="feed-recorder">
      {phase === 'recording' ? (
        <Button variant="danger" onClick={stop}>
          {t('attach.recorder.stop')}
        </Button>
      ) : (
        <Button variant="outline" disabled={full} busy={phase === 'asking'} onClick={() => void start()}>
          <FeedIcon name="mic" size={18} /> {t(phase === 'recorded' ? 'attach.recorder.another' : 'attach.recorder.start')}
        </Button>
      )}
      <span className="sm" role="status">
        {phase === 'recording' && t('attach.recorder.recording')}
        {phase === 'recorded' && t('attach.recorder.recorded')}
      </span>
      {phase === 'recording' && (
        <span className="num sm" aria-hidden="true">
          {clock(seconds)}
        </span>
      )}
      {fault && (
        <p className="field-error" role="alert">
          {t(`attach.recorder.fault.${fault}`)}
        </p>
      )}
    </div>
  );
}
