// oxlint-disable-next-line import/default -- Vite puts the address of the built file there.
import worklet from "./capture-worklet.ts?worker&url";

export interface CaptureOptions {
  /** 16-bit samples at the context's rate, about 25 times a second. */
  readonly onSound: (sound: ArrayBuffer) => void;
  /** The microphone was unplugged, or taken away. */
  readonly onEnded: () => void;
  /** The system lets nothing through for a while, or again. */
  readonly onMuted: (muted: boolean) => void;
}

export interface Capture {
  /** Lets go of the microphone; the browser's sign that it records goes out. */
  readonly close: () => void;
}

const constraints = {
  audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 },
} as const;

/** Opens the microphone. Rejects with the browser's reason. */
export async function captureSound(context: AudioContext, options: CaptureOptions): Promise<Capture> {
  const { onSound, onEnded, onMuted } = options;
  // Missing on pages that came over plain HTTP from another machine, whatever the types say.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices) throw new DOMException("The page is not secure.", "SecurityError");
  const loaded = loadWorklet(context);
  // Awaited below; a refused microphone is the more important news.
  loaded.catch(() => undefined);
  const stream = await devices.getUserMedia(constraints);
  const release = () => stream.getTracks().forEach((track) => track.stop());
  await loaded.catch((error: unknown) => {
    release();
    throw error;
  });
  const source = context.createMediaStreamSource(stream);
  const node = new AudioWorkletNode(context, "capture", { channelCount: 1, channelCountMode: "explicit" });
  node.port.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => onSound(data);
  // It says nothing itself, but what leads nowhere is not run.
  source.connect(node).connect(context.destination);
  const [track] = stream.getAudioTracks();
  track?.addEventListener("ended", onEnded);
  track?.addEventListener("mute", () => onMuted(true));
  track?.addEventListener("unmute", () => onMuted(false));
  return {
    close() {
      node.port.onmessage = null;
      source.disconnect();
      node.disconnect();
      release();
    },
  };
}

const loading = new WeakMap<AudioContext, Promise<void>>();

/** Once per context; a module cannot be added twice. */
function loadWorklet(context: AudioContext): Promise<void> {
  const known = loading.get(context);
  if (known) return known;
  const loaded = context.audioWorklet.addModule(worklet);
  loading.set(context, loaded);
  loaded.catch(() => loading.delete(context));
  return loaded;
}
