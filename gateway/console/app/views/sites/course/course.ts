import { formatTime, trimmed } from '../../../ui/format.ts'
import type { ScorePoint } from '../site.ts'

/** A score with the place of its crawl in the course. */
interface Scored extends ScorePoint {
  readonly score: number
}

/** The points that have a score. */
export function scored(points: readonly ScorePoint[]): Scored[] {
  return points.filter((point): point is Scored => point.score !== null)
}

/** Points of a line through scores, for `points` of SVG: from left to right, 100 at the top of `height`, 0 at its bottom. */
export function linePoints(scores: readonly number[], width: number, height: number): string {
  const step = scores.length > 1 ? width / (scores.length - 1) : 0
  return scores
    .map((score, index) => `${trimmed(index * step, 1)},${trimmed(height - (score / 100) * height, 1)}`)
    .join(' ')
}

/** How the score moved at the last crawl: `up 4.5`, `down 2`, `unchanged`; null = there is nothing to compare. */
export function lastMove(points: readonly ScorePoint[]): string | null {
  const [before, last] = scored(points).slice(-2)
  if (before === undefined || last === undefined) return null
  const change = Number(trimmed(last.score - before.score, 1))
  if (change === 0) return 'unchanged'
  return change > 0 ? `up ${trimmed(change, 1)}` : `down ${trimmed(-change, 1)}`
}

/** Scores that a sentence names; a longer course is told by its ends. */
const NAMED = 5

/** The course in words, for those who cannot see it. */
export function courseText(points: readonly ScorePoint[]): string {
  const all = scored(points)
  const [first] = all
  const last = all.at(-1)
  if (first === undefined || last === undefined) return 'No score yet'
  if (all.length === 1) return `Score ${trimmed(first.score, 1)}`
  const named = all.length > NAMED ? [first, last] : all
  const texts = named.map(({ score }) => trimmed(score, 1)).join(', then ')
  return `Score over ${all.length} crawls since ${formatTime(first.at)}: ${texts}`
}
