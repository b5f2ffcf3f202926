import type { Element } from 'domhandler'
import { withoutFragment } from '#shared/web/without-fragment.ts'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { elementEvidence, notApplicable, notDecidable } from '../../engine/rule.ts'
import type { Facts } from '../../facts/facts.ts'
import { type ProbeOutcome, probeOutcome } from '../links/link-targets.ts'
import { isDecoration } from '../names/nameless.ts'

export interface PageImage {
  readonly element: Element
  /** Absolute, http(s), without fragment. */
  readonly url: string
}

/** The images that `img` elements show, each file once, in document order. */
export const pageImages = memoize((document: PageDocument): readonly PageImage[] => {
  const images = new Map<string, PageImage>()
  for (const element of document.byTag('img')) {
    const url = addressOf(document, element.attribs.src?.trim() ?? '')
    if (url !== null && !images.has(url)) images.set(url, { element, url })
  }
  return [...images.values()]
})

function addressOf(document: PageDocument, written: string): string | null {
  if (written === '' || /^(?:data|blob|javascript|about):/i.test(written)) return null
  const url = document.resolve(written)
  return url !== null && /^https?:/.test(url) ? withoutFragment(url) : null
}

export interface AnsweredImage extends PageImage {
  readonly verdict: ProbeOutcome
  /** Media type in lower case, without parameters; '' when the server sent none. */
  readonly type: string
  /** Bytes of the file; null when unknown. */
  readonly bytes: number | null
}

/** The images of the page that were probed, with their answers. */
export function answeredImages({ document, probes }: Pick<Facts, 'document' | 'probes'>): AnsweredImage[] {
  return pageImages(document).map((image) => {
    const answer = probes.of(image.url)
    const length = answer?.headers['content-length']
    const bytes = length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : null
    return { ...image, verdict: probeOutcome(answer), type: mediaType(answer?.contentType), bytes }
  })
}

function mediaType(contentType: string | null | undefined): string {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/** The fault of one image; null without a fault; a reason where it cannot be decided. */
export type ImageFault = string | null | { readonly unknown: string }

function isUnknown(fault: ImageFault): fault is { unknown: string } {
  return typeof fault === 'object' && fault !== null
}

/** A failure with the faulty images of the page; else the verdict without any. */
export function faultyImages(
  images: readonly AnsweredImage[],
  faultOf: (image: AnsweredImage) => ImageFault,
) {
  const evaluated = images.map((image) => ({ image, fault: faultOf(image) }))
  const faulty = evaluated.flatMap(({ image, fault }) =>
    typeof fault === 'string' ? [{ image, fault }] : [],
  )
  // Decorative images without a fault do not count, so that they do not reduce the share of faulty ones.
  const counted = evaluated.filter(
    ({ image, fault }) => typeof fault === 'string' || !isDecoration(image.element),
  )
  const extent = { affected: faulty.length, total: counted.length }
  const evidence = faulty.map(({ image, fault }) => elementEvidence(image.element, `${image.url} (${fault})`))
  const unknown = evaluated.flatMap(({ fault }) => (isUnknown(fault) ? [fault.unknown] : []))[0]
  return {
    found: faulty.length > 0 ? { evidence, extent } : null,
    otherwise: images.length === 0 ? notApplicable : unknown === undefined ? null : notDecidable(unknown),
  }
}

/** Whether an attribute is a size in pixels (HTML, 4.8.17). Percentages and `auto` depend on the surroundings. */
export function isPixels(value: string | undefined): boolean {
  return value !== undefined && /^\s*\d+(?:\.\d*)?(?:px)?\s*$/.test(value)
}

/** Whether the inline style gives the property a size. Style sheets are not evaluated. */
export function isStyled({ attribs }: Element, property: 'width' | 'height' | 'aspect-ratio'): boolean {
  const style = attribs.style
  if (style === undefined || !style.toLowerCase().includes(property)) return false
  const value = new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;]+)`, 'i')
    .exec(style)?.[1]
    ?.trim()
    .toLowerCase()
  return value !== undefined && !/^(?:auto|initial|unset|inherit|revert)\b/.test(value)
}

/** Whether the element is out of the flow, so that it shifts nothing. */
export function isOutOfFlow({ attribs }: Element): boolean {
  return attribs.style !== undefined && /(?:^|;)\s*position\s*:\s*(?:absolute|fixed)\b/i.test(attribs.style)
}

/** Whether it is at most one pixel wide or high, so that nobody sees it. */
export function isTiny({ attribs }: Element): boolean {
  return [attribs.width, attribs.height].some((size) => /^\s*[01](?:px)?\s*$/.test(size ?? ''))
}
