import { meaningOfScore } from '../../../ui/badge.tsx'
import type { ScorePoint } from '../site.ts'
import { courseText, linePoints, scored } from './course.ts'

const [WIDTH, HEIGHT] = [120, 32]
/** Crawls that have room in the line. */
const SHOWN = 50

/** The score over the last crawls as a line. Nothing for fewer than two. */
export function Course({ scores }: { scores: readonly ScorePoint[] }) {
  const shown = scored(scores)
    .slice(-SHOWN)
    .map(({ score }) => score)
  const last = shown.at(-1)
  if (last === undefined || shown.length < 2) return null
  return (
    <svg
      class={`course ${meaningOfScore(last)}`}
      viewBox={`-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={courseText(scores)}
    >
      <polyline points={linePoints(shown, WIDTH, HEIGHT)} />
      <circle cx={WIDTH} cy={HEIGHT - (last / 100) * HEIGHT} r="3" />
    </svg>
  )
}
