import { inWords, meaningOfScore } from './format.ts'

export { meaningOfScore }

/** The meaning of a word of the API: it decides the colour, never alone, since the word stands beside it. */
const meanings: Readonly<Record<string, 'good' | 'warn' | 'bad' | 'info'>> = {
  good: 'good',
  pass: 'good',
  excellent: 'good',
  finished: 'good',
  done: 'good',
  ready: 'good',
  active: 'good',
  low: 'info',
  info: 'info',
  running: 'info',
  paused: 'warn',
  resting: 'warn',
  'needs-improvement': 'warn',
  warn: 'warn',
  warning: 'warn',
  medium: 'warn',
  degraded: 'warn',
  poor: 'bad',
  fail: 'bad',
  failed: 'bad',
  error: 'bad',
  high: 'bad',
  cancelled: 'bad',
  revoked: 'bad',
  unavailable: 'bad',
}

/** A word of the API as a small label with the colour of its meaning. `text` replaces the word itself. */
export function Badge({ word, text }: { word: string; text?: string }) {
  return <span class={`badge ${meanings[word] ?? 'info'}`}>{text ?? inWords(word)}</span>
}

/** A score from 0 to 100 as a ring, with the number inside. */
export function ScoreRing({ score, label, size = 96 }: { score: number; label: string; size?: number }) {
  const radius = 42
  const length = 2 * Math.PI * radius
  return (
    <svg
      class={`ring ${meaningOfScore(score)}`}
      width={size}
      height={size}
      viewBox="0 0 100 100"
      role="img"
      aria-label={`${label}: ${score} of 100`}
    >
      <circle class="track" cx="50" cy="50" r={radius} />
      <circle
        class="value"
        cx="50"
        cy="50"
        r={radius}
        pathLength={length}
        stroke-dasharray={`${(length * score) / 100} ${length}`}
        transform="rotate(-90 50 50)"
      />
      <text x="50" y="50" text-anchor="middle" dominant-baseline="central">
        {Math.round(score)}
      </text>
    </svg>
  )
}

/** A share from 0 to 1 as a bar. It says nothing that does not stand beside it as text. */
export function Bar({ share, meaning = 'info' }: { share: number; meaning?: string }) {
  const width = Math.max(0, Math.min(1, share)) * 100
  return (
    <svg class={`bar ${meaning}`} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" width="100" height="8" />
      <rect class="value" width={width} height="8" />
    </svg>
  )
}
