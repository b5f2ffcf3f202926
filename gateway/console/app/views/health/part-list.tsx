import { Badge } from '../../ui/badge.tsx'
import type { PartState } from './health-words.ts'

/** The badge of each meaning: a word of its own, since a colour alone says nothing. */
const words: Readonly<Record<PartState['meaning'], string>> = {
  good: 'OK',
  warn: 'Attention',
  bad: 'Problem',
}

/** The parts of the service, each with its state, what that means and what to do. */
export function PartList({ parts }: { parts: readonly PartState[] }) {
  return (
    <ul class="plain part-list">
      {parts.map(({ part, meaning, state, effect, remedy }) => (
        <li key={`${part} ${state}`}>
          <Badge word={badges[meaning]} text={words[meaning]} />
          <div>
            <p>
              <strong>{part}:</strong> {state}
            </p>
            {effect !== '' && <p>{effect}</p>}
            {remedy !== '' && <p class="muted">What to do: {remedy}</p>}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Words of the API that have the colour of each meaning. */
const badges: Readonly<Record<PartState['meaning'], string>> = { good: 'good', warn: 'warn', bad: 'error' }
