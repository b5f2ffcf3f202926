import type { StructuredItem } from '#shared/messages/payloads/structured-data.ts'
import { pageImages } from '../../../derived/images/page-images.ts'
import { probeOutcome } from '../../../derived/links/link-targets.ts'
import { isOwnRobots, robotsDecision } from '../../../derived/robots/robots-decision.ts'
import { allItems, itemEvidence, textsOf } from '../../../derived/structured/structured-data.ts'
import { fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'
import type { Facts } from '../../../facts/facts.ts'

const MOST_IMAGES = 100

export const sdImageUncrawlable = rule({
  id: 'sd-image-uncrawlable',
  severity: 'warning',
  title: 'Structured data images not crawlable',
  passTitle: 'Structured data images are crawlable',
  why: 'Google shows an image from structured data only if it can fetch it: the image must load, and robots.txt must allow it.',
  fix: 'Correct the URL, or allow Googlebot-Image to fetch it.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/appearance/structured-data/sd-policies',
  needs: ['document', 'structured', 'probes', 'robots'],
  messages: {
    uncrawlable: '{affected} of {total} structured data {total:image|images} cannot be fetched: {first}',
  },

  check(facts) {
    const images = imagesOf(facts)
    if (images.length === 0) return notApplicable
    const evaluated = images.map((image) => ({ image, fault: faultOf(image.url, facts) }))
    const faulty = evaluated.flatMap(({ image, fault }) =>
      typeof fault === 'string' ? [{ image, fault }] : [],
    )
    const [first] = faulty
    if (first === undefined) {
      const unknown = evaluated
        .map(({ fault }) => fault)
        .find((fault) => typeof fault === 'object' && fault !== null)
      return unknown && typeof unknown === 'object' ? notDecidable(unknown.unknown) : pass
    }
    const extent = { affected: faulty.length, total: images.length }
    const evidence = faulty.map(({ image, fault }) =>
      itemEvidence(facts.document, image.item, `${image.url} (${fault})`),
    )
    return fail('uncrawlable', { evidence, extent })
  },
})

interface ItemImage {
  readonly item: StructuredItem
  readonly url: string
}

function imagesOf({ document, structured }: Pick<Facts, 'document' | 'structured'>): ItemImage[] {
  const images = new Map<string, ItemImage>()
  for (const item of allItems(structured)) {
    const isImage = item.types.includes('ImageObject')
    const texts = (isImage ? ['url', 'contentUrl'] : ['image', 'logo', 'thumbnailUrl']).flatMap((name) =>
      (item.properties[name] ?? []).some((value) => typeof value === 'string') ? textsOf(item, name) : [],
    )
    for (const text of texts) {
      const url = document.resolve(text)
      if (url !== null && /^https?:/.test(url) && images.size < MOST_IMAGES && !images.has(url))
        images.set(url, { item, url })
    }
  }
  return [...images.values()]
}

function faultOf(
  url: string,
  facts: Pick<Facts, 'document' | 'probes' | 'robots'>,
): string | null | { unknown: string } {
  const { document, probes, robots } = facts
  if (isOwnRobots(robots, url) && robotsDecision(robots, 'Googlebot-Image', url)?.allowed === false)
    return 'disallowed by robots.txt'
  const verdict = probeOutcome(probes.of(url))
  if (verdict.kind === 'unknown') return { unknown: verdict.reason }
  if (verdict.kind === 'works') return null
  // An image that the page also shows is reported by image-broken.
  return pageImages(document).some((image) => image.url === url) ? null : verdict.what
}
