import type { Element } from 'domhandler'
import type { ProbeAnswer } from '#shared/ports/lookups.ts'
import { registrableDomain } from '#shared/web/registrable-domain.ts'
import { withoutFragment } from '#shared/web/without-fragment.ts'
import type { PageDocument } from '../../document/page-document.ts'
import type { Target } from '../../engine/evaluate.ts'
import { memoize } from '../../engine/memoize.ts'
import { elementEvidence } from '../../engine/rule.ts'
import { tokensOf } from '../canonical/canonicals.ts'
import { isLazy as loadsLazily } from '../images/loading.ts'

/** A file that the page loads, once however often it is named. */
export interface Asset extends Target {
  /** Absolute http(s) URL without fragment. */
  readonly url: string
  readonly kind: 'script' | 'style' | 'image'
  /** Belongs to the page's own site. */
  readonly isOwn: boolean
  /** Loaded only when it comes near the viewport. */
  readonly isLazy: boolean
}

/** Scripts, style sheets and images, each kind in document order. */
export const assetsOf = memoize((document: PageDocument): readonly Asset[] => {
  const isOwn = ownSite(document)
  const assets = new Map<string, Asset>()
  for (const { element, kind, written } of writtenAssets(document)) {
    const resolved = written === '' || written.startsWith('data:') ? null : document.resolve(written)
    if (resolved === null || !/^https?:/.test(resolved)) continue
    const url = withoutFragment(resolved)
    const isLazy = kind === 'image' && loadsLazily(element)
    if (!assets.has(url))
      assets.set(url, { url, kind, isLazy, isOwn: isOwn(url), evidence: elementEvidence(element, url) })
  }
  return [...assets.values()]
})

function writtenAssets(document: PageDocument): { element: Element; kind: Asset['kind']; written: string }[] {
  const isSheet = ({ attribs }: Element) => {
    const rel = tokensOf(attribs.rel)
    return rel.includes('stylesheet') && !rel.includes('alternate')
  }
  const of = (kind: Asset['kind'], elements: readonly Element[], attribute: string) =>
    elements.map((element) => ({ element, kind, written: element.attribs[attribute]?.trim() ?? '' }))
  return [
    ...of('script', document.byTag('script'), 'src'),
    ...of('style', document.byTag('link').filter(isSheet), 'href'),
    ...of('image', document.byTag('img'), 'src'),
  ]
}

function ownSite({ url }: PageDocument): (asset: string) => boolean {
  const site = registrableDomain(new URL(url).hostname)
  const known = new Map<string, boolean>()
  return (asset) => {
    const { hostname } = new URL(asset)
    const isOwn = known.get(hostname) ?? registrableDomain(hostname) === site
    known.set(hostname, isOwn)
    return isOwn
  }
}

/** Bytes of a file as sent; null when unknown. */
export function sentBytes(answer: ProbeAnswer | undefined): number | null {
  const length = answer?.headers['content-length']
  return length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : null
}
