import { truncateUrl } from '../result/truncate.ts'
import type { Connection } from './connection.ts'
import type { Critical, CriticalFile } from './critical.ts'

/** A change that would make the first view faster, with its saving by the arithmetic of the estimate. */
export interface Opportunity {
  readonly id: string
  readonly description: string
  readonly potential_saving_ms: number
  /** URLs of the files it concerns. */
  readonly items: string[]
}

const MAX_ITEMS = 10
/** Images with more bytes than this can be made smaller. */
const HEAVY_IMAGE = 200_000

/** The changes that would make the first view faster. */
export function opportunitiesOf(critical: Critical, { rttMs, bytesPerMs }: Connection): Opportunity[] {
  const { scripts, styles, origins, hero } = critical
  const time = (files: readonly CriticalFile[]) =>
    files.reduce((sum, { bytes }) => sum + bytes, 0) / bytesPerMs
  const all: Opportunity[] = [
    opportunity('blocking-scripts', 'Load scripts of the head with defer or async', time(scripts), scripts),
    opportunity(
      'blocking-styles',
      'Make the style sheets of the first view smaller',
      time(styles) / 2,
      styles,
    ),
    {
      id: 'critical-origins',
      description: "Serve what the first view waits for from the page's own host",
      potential_saving_ms: Math.round(origins.length * 2 * rttMs),
      items: origins.slice(0, MAX_ITEMS).map(truncateUrl),
    },
  ]
  if (hero?.isLazy) all.push(opportunity('hero-lazy', 'Do not load the main image lazily', rttMs, [hero]))
  if (hero && hero.bytes > HEAVY_IMAGE) {
    const saved = (hero.bytes - HEAVY_IMAGE) / bytesPerMs
    all.push(opportunity('hero-heavy', 'Make the main image smaller', saved, [hero]))
  }
  return all
    .filter(({ potential_saving_ms: saving }) => saving > 0)
    .toSorted((a, b) => b.potential_saving_ms - a.potential_saving_ms)
}

function opportunity(
  id: string,
  description: string,
  milliseconds: number,
  files: readonly CriticalFile[],
): Opportunity {
  const items = files.slice(0, MAX_ITEMS).map(({ url }) => truncateUrl(url))
  return { id, description, potential_saving_ms: Math.round(milliseconds), items }
}
