// Sounds made by the page itself: noise and tones, no files. Silent until somebody switches them on.
type Voice = { noise?: [from: number, to: number]; tone?: [from: number, to: number]; lasts: number; loud: number; shape?: OscillatorType }

const VOICES: Record<string, Voice[]> = {
  shot: [{ noise: [2600, 500], lasts: 0.14, loud: 0.5 }],
  arc: [{ tone: [900, 180], lasts: 0.35, loud: 0.12, shape: 'sine' }, { noise: [500, 90], lasts: 0.4, loud: 0.5 }],
  fight: [{ tone: [1400, 700], lasts: 0.09, loud: 0.2, shape: 'triangle' }, { noise: [3500, 1500], lasts: 0.08, loud: 0.3 }],
  hit: [{ noise: [900, 160], lasts: 0.2, loud: 0.5 }],
  loss: [{ noise: [420, 60], lasts: 0.7, loud: 0.8 }, { tone: [120, 40], lasts: 0.5, loud: 0.4, shape: 'sine' }],
  miss: [{ noise: [5200, 3000], lasts: 0.1, loud: 0.12 }],
  shake: [{ tone: [190, 120], lasts: 0.3, loud: 0.2, shape: 'sawtooth' }],
  smoke: [{ noise: [1500, 300], lasts: 0.6, loud: 0.2 }],
  move: [{ noise: [700, 350], lasts: 0.12, loud: 0.12 }],
  dice: [{ noise: [4200, 2600], lasts: 0.03, loud: 0.35 }, { noise: [3600, 2200], lasts: 0.04, loud: 0.3 }],
}

let audio: AudioContext | null = null

/** Let a cue be heard, so many milliseconds from now. */
export function heard(cue: string, after = 0): void {
  const voices = VOICES[cue]
  if (!voices || typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  if (audio.state === 'suspended') void audio.resume()
  voices.forEach((voice, i) => sound(audio!, voice, audio!.currentTime + after / 1000 + (cue === 'dice' ? i * 0.07 : 0)))
}

function sound(context: AudioContext, voice: Voice, at: number): void {
  const gain = context.createGain()
  gain.gain.setValueAtTime(voice.loud * 0.4, at)
  gain.gain.exponentialRampToValueAtTime(0.0008, at + voice.lasts)
  gain.connect(context.destination)
  if (voice.tone) {
    const tone = context.createOscillator()
    tone.type = voice.shape ?? 'sine'
    tone.frequency.setValueAtTime(voice.tone[0], at)
    tone.frequency.exponentialRampToValueAtTime(voice.tone[1], at + voice.lasts)
    tone.connect(gain)
    tone.start(at)
    tone.stop(at + voice.lasts)
    return
  }
  const noise = context.createBufferSource()
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * voice.lasts), context.sampleRate)
  const data = buffer.getChannelData(0)
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1
  noise.buffer = buffer
  const low = context.createBiquadFilter()
  low.type = 'lowpass'
  low.frequency.setValueAtTime(voice.noise![0], at)
  low.frequency.exponentialRampToValueAtTime(voice.noise![1], at + voice.lasts)
  noise.connect(low)
  low.connect(gain)
  noise.start(at)
}
