import type { LinkElementFact } from './facts.ts'
import type { Reading } from './reading.ts'
import type { IconResult } from './result.ts'

const iconRels = new Set([
  'icon',
  'apple-touch-icon',
  'apple-touch-icon-precomposed',
  'mask-icon',
  'fluid-icon',
])

function isIcon({ rel }: LinkElementFact): boolean {
  return rel.some((token) => iconRels.has(token))
}

function toResult(url: string, { rel, type, sizes }: LinkElementFact): IconResult {
  return {
    rel: rel.join(' '),
    url,
    ...(type ? { type } : {}),
    ...(sizes ? { sizes: sizes.toLowerCase() } : {}),
  }
}

/** What browsers ask for when a page names no icon (HTML Standard 4.6.7.8). */
function fallback({ page }: Reading): IconResult {
  return { rel: 'icon', url: new URL('/favicon.ico', page.finalUrl).href }
}

/**
 * All icons that the page names, in document order, `data:` ones left out; where none has the keyword `icon`,
 * `/favicon.ico` is added, as browsers do. Whether an icon can be had is not asked.
 */
export function iconsOf(reading: Reading): IconResult[] {
  const links = reading.facts.linkElements.filter(isIcon)
  const icons = links.flatMap((link) => {
    const url = reading.resolve(link.href)
    return url !== null && /^https?:/.test(url) ? [toResult(url, link)] : []
  })
  return links.some(({ rel }) => rel.includes('icon')) ? icons : [...icons, fallback(reading)]
}

function edgeOf({ sizes }: IconResult): number {
  const edges = [...(sizes ?? '').matchAll(/(\d{1,5})x\d/g)].map((found) => Number(found[1]))
  return Math.max(0, ...edges)
}

/** The icon with the most pixels by its attributes; mask icons are of one colour and don't count. */
export function largestIcon(reading: Reading): string | null {
  const icons = iconsOf(reading).filter(({ rel }) => !rel.includes('mask-icon'))
  const largest = icons.reduce<IconResult | null>(
    (best, icon) => (best === null || edgeOf(icon) > edgeOf(best) ? icon : best),
    null,
  )
  return largest?.url ?? null
}

/** The web app manifest; null when the page names none. */
export function manifestUrl(reading: Reading): string | null {
  const link = reading.facts.linkElements.find(({ rel }) => rel.includes('manifest'))
  return link ? reading.resolve(link.href) : null
}
