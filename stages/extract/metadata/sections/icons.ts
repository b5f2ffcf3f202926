import type { IconResult } from '#shared/operations/results/metadata-result.ts'
import type { FactIndex } from '../../facts/fact-index.ts'
import type { LinkElementFact } from '../../facts/page-facts.ts'

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

/** The icon that browsers request when a page names none (HTML Standard, 4.6.7.8). */
function fallback({ page }: FactIndex): IconResult {
  return { rel: 'icon', url: new URL('/favicon.ico', page.finalUrl).href }
}

/**
 * All icons that the page names, in document order, without `data:` URLs. `/favicon.ico` is added, as browsers do,
 * where no link has the keyword `icon`. The icons are not requested.
 */
export function iconsOf(factIndex: FactIndex): IconResult[] {
  const links = factIndex.facts.linkElements.filter(isIcon)
  const icons = links.flatMap((link) => {
    const url = factIndex.resolve(link.href)
    return url !== null && /^https?:/.test(url) ? [toResult(url, link)] : []
  })
  return links.some(({ rel }) => rel.includes('icon')) ? icons : [...icons, fallback(factIndex)]
}

/** No icon has more sizes than fit. */
const MAX_SIZES_CHARS = 2000

function edgeOf({ sizes = '' }: IconResult): number {
  const edges = sizes.slice(0, MAX_SIZES_CHARS).matchAll(/(\d{1,5})x\d/g)
  return [...edges].reduce((longest, [, edge]) => Math.max(longest, Number(edge)), 0)
}

/** The icon with the most pixels by its attributes. Mask icons have one colour and do not count. */
export function largestIcon(factIndex: FactIndex): string | null {
  const icons = iconsOf(factIndex).filter(({ rel }) => !rel.includes('mask-icon'))
  const largest = icons.reduce<IconResult | null>(
    (best, icon) => (best === null || edgeOf(icon) > edgeOf(best) ? icon : best),
    null,
  )
  return largest?.url ?? null
}

/** URL of the web app manifest; null when the page names none. */
export function manifestUrl(factIndex: FactIndex): string | null {
  const link = factIndex.facts.linkElements.find(({ rel }) => rel.includes('manifest'))
  return link ? factIndex.resolve(link.href) : null
}
