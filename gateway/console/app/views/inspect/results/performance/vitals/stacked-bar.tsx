import { formatMs, formatShare } from '../../../../../ui/format.ts'
import type { TimePart } from './vital-parts.ts'

/** Parts of a time as one bar, with each part's name and time below it. */
export function StackedBar({ parts }: { parts: readonly TimePart[] }) {
  let x = 0
  const placed = parts.map((part) => {
    const start = x
    x += part.share * 100
    return { ...part, start }
  })
  return (
    <div>
      <svg class="stacked-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect class="track" width="100" height="10" />
        {placed.map(({ name, start, share }, index) => (
          <rect key={name} class={`part-${index + 1}`} x={start} width={share * 100} height="10" />
        ))}
      </svg>
      <ul class="plain legend">
        {parts.map(({ name, ms, share }, index) => (
          <li key={name}>
            <svg class="swatch" viewBox="0 0 10 10" aria-hidden="true">
              <rect class={`part-${index + 1}`} width="10" height="10" />
            </svg>
            {name} <span class="number">{formatMs(ms)}</span>{' '}
            <span class="small number">{formatShare(share)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
