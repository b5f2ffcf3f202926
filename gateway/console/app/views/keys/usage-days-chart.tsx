import { formatCount, formatDay, plural } from '../../ui/format.ts'
import { SumTable } from '../../ui/table/sum-table.tsx'
import { type DayTotals, dayTotals, type UsedDay, usedOperations } from './usage-days.ts'
import { limitName } from './usage-lines.ts'

export interface UsageDaysProps {
  readonly days: readonly UsedDay[]
  /** Names of all that is counted, in order. */
  readonly operations: readonly string[]
  /** When the present UTC day ends, in RFC 3339. */
  readonly endsAt: string
}

/** What the key used on each of the last 30 days: bars, and a table with the same numbers. */
export function UsageDays({ days, operations, endsAt }: UsageDaysProps) {
  const totals = dayTotals(days, endsAt)
  const used = usedOperations(days, operations)
  const calls = totals.map((day) => day.calls)
  const items = totals.map((day) => day.items)
  return (
    <>
      <h3>Last 30 days (UTC)</h3>
      {used.length === 0 ? (
        <p class="muted">Nothing was used.</p>
      ) : (
        <>
          <div class="columns">
            {calls.some((count) => count > 0) && <DayBars what="call" totals={totals} counts={calls} />}
            {items.some((count) => count > 0) && <DayBars what="batch item" totals={totals} counts={items} />}
          </div>
          <details>
            <summary>Usage by day</summary>
            <SumTable
              caption="Usage by day"
              columns={['Day', ...used.map(limitName)]}
              rows={days
                .toReversed()
                .map(({ date, operations: counts }) => [
                  formatDay(date),
                  ...used.map((name) => formatCount(counts[name] ?? 0)),
                ])}
            />
          </details>
        </>
      )}
    </>
  )
}

interface DayBarsProps {
  readonly what: string
  readonly totals: readonly DayTotals[]
  /** One for each day. */
  readonly counts: readonly number[]
}

/** The drawing has its own units: a bar is one wide, and the largest is this high. */
const HEIGHT = 40
/** A day with use is seen, however little it was. */
const LEAST = 1

function DayBars({ what, totals, counts }: DayBarsProps) {
  const most = Math.max(...counts)
  const sum = counts.reduce((all, count) => all + count, 0)
  const first = formatDay(totals[0]?.date ?? '')
  const last = formatDay(totals.at(-1)?.date ?? '')
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(LEAST, (count / most) * HEIGHT))
  return (
    <figure class="day-bars">
      <figcaption>
        <strong>{plural(sum, what)}</strong>, at most {formatCount(most)} a day
      </figcaption>
      <svg
        viewBox={`0 0 ${counts.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${plural(sum, what)} from ${first} to ${last}, at most ${formatCount(most)} a day. The table below has the numbers of each day.`}
      >
        {counts.map((count, at) => (
          <rect
            key={totals[at]?.date}
            x={at + 0.1}
            y={HEIGHT - heightOf(count)}
            width={0.8}
            height={heightOf(count)}
          >
            <title>{`${formatDay(totals[at]?.date ?? '')}: ${plural(count, what)}`}</title>
          </rect>
        ))}
      </svg>
      <div class="day-axis small" aria-hidden="true">
        <span>{first}</span>
        <span>{last}</span>
      </div>
    </figure>
  )
}
