import type { FactIndex } from '../../facts/fact-index.ts'
import type { LinkElementFact } from '../../facts/page-facts.ts'
import type { IconResult } from '../result.ts'

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
function fallback({ page }: FactIndex): IconResult {
  return { rel: 'icon', url: new URL('/favicon.ico', page.finalUrl).href }
}

/**
 * All icons that the page names, in document order, `data:` ones left out; where none has the keyword `icon`,
 * `/favicon.ico` is added, as browsers do. Whether an icon can be had is not asked.
 */
export function iconsOf(factIndex: FactIndex): IconResult[] {
  const links = factIndex.facts.linkElements.filter(isIcon)
  const icons = links.flatMap((link) => {
    const url = factIndex.resolve(link.href)
    return url !== null && /^https?:/.test(url) ? [toResult(url, link)] : []
  })
  return links.some(({ rel }) => rel.includes('icon')) ? icons : [...icons, fallback(factIndex)]
}

function edgeOf({ sizes }: IconResult): number {
  const edges = [...(sizes ?? '').matchAll(/(\d{1,5})x\d/g)].map((found) => Number(found[1]))
  return Math.max(0, ...edges)
}

/** The icon with the most pixels by its attributes; mask icons are of one colour and do not count. */
export function largestIcon(factIndex: FactIndex): string | null {
  const icons = iconsOf(factIndex).filter(({ rel }) => !rel.includes('mask-icon'))
  const largest = icons.reduce<IconResult | null>(
    (best, icon) => (best === null || edgeOf(icon) > edgeOf(best) ? icon : best),
    null,
  )
  return largest?.url ?? null
}

/** The web app manifest; null when the page names none. */
export function manifestUrl(factIndex: FactIndex): string | null {
  const link = factIndex.facts.linkElements.find(({ rel }) => rel.includes('manifest'))
  return link ? factIndex.resolve(link.href) : null
}
