import type { Element } from 'domhandler'
import { probeOutcome } from '../../derived/links/probe-outcome.ts'
import type { Facts } from '../../facts/facts.ts'
import { truncate, truncateUrl } from '../truncate.ts'

const MAX_SHOWN = 100

/** Section `media`: the images and other media of the page. */
export function mediaSection({ document, probes }: Facts) {
  const images = document.byTag('img')
  const describe = (element: Element) => describeImage(element, document, probes)
  const count = (test: (element: Element) => boolean) => images.filter(test).length
  return {
    images: images.slice(0, MAX_SHOWN).map(describe),
    summary: {
      total: images.length,
      without_alt: count(({ attribs }) => attribs.alt === undefined),
      without_dimensions: count(({ attribs }) => attribs.width === undefined || attribs.height === undefined),
      lazy: count(({ attribs }) => attribs.loading?.toLowerCase() === 'lazy'),
      broken: images.map(describe).filter(({ is_broken }) => is_broken === true).length,
    },
    videos: document.byTag('video').length,
    audios: document.byTag('audio').length,
    iframes: document.byTag('iframe').length,
    truncated: images.length > MAX_SHOWN,
  }
}

function describeImage({ attribs }: Element, document: Facts['document'], probes: Facts['probes']) {
  const url = attribs.src === undefined ? null : document.resolve(attribs.src)
  const answer = url === null ? undefined : probes.of(url)
  const verdict = probeOutcome(answer)
  return {
    url: url?.startsWith('data:') ? truncate(url, 60) : url && truncateUrl(url),
    alt: shown(attribs.alt),
    width: shown(attribs.width),
    height: shown(attribs.height),
    loading: shown(attribs.loading),
    status: answer?.status ?? null,
    content_type: answer?.contentType ?? null,
    // Null when it was not probed, or when the answer does not decide.
    is_broken: verdict.kind === 'unknown' ? null : verdict.kind === 'broken',
  }
}

function shown(attribute: string | undefined): string | null {
  return attribute === undefined ? null : truncate(attribute)
}
