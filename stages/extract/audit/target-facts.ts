import type { TargetPage } from '#shared/messages/payloads/audit-input.ts'
import { headerAlternates, readAlternate } from '#shared/page/alternates.ts'
import type { FetchedFile } from '#shared/ports/lookups.ts'
import { decodePage } from '#shared/web/html/charset.ts'
import { DocumentCollector, LinkElementCollector, MetaCollector } from '../collectors/head.ts'
import { baseUrl } from '../facts/collect-facts.ts'
import { scan } from '../html/scanner.ts'
import { type CanonicalSource, canonicalOf } from '../metadata/sections/canonical.ts'
import { tidy } from '../text/tidy.ts'

/** Facts of a page that the audited page refers to. */
export type TargetFacts = Pick<TargetPage, 'canonical' | 'robotsMetas' | 'alternates'>

/** Limits of the robots metas that are reported. */
const maxMetas = 50
const maxContentChars = 2000

const robotsNames = ['robots', 'googlebot']

/** Reads the HTML of a page, as far as it was fetched. Pure; never throws, whatever the page holds. */
export function targetFactsOf(
  file: Pick<FetchedFile, 'body' | 'contentType' | 'finalUrl' | 'linkHeaders'>,
): TargetFacts {
  const { text } = decodePage(file.body, file.contentType)
  const document = new DocumentCollector()
  const links = new LinkElementCollector()
  const metas = new MetaCollector()
  scan(text, [document, links, metas], {})
  const source = {
    facts: { linkElements: links.links, baseUrl: baseUrl(document.baseHref, file.finalUrl) },
    page: { headers: { link: file.linkHeaders }, finalUrl: file.finalUrl },
    location: new URL(file.finalUrl),
  }
  return {
    canonical: canonicalOf(source)?.href ?? null,
    robotsMetas: robotsMetasOf(metas.metas),
    alternates: alternatesOf(source),
  }
}

/** Those of the body too: Google does not enforce their place. */
function robotsMetasOf(metas: MetaCollector['metas']): TargetFacts['robotsMetas'] {
  return metas
    .flatMap(({ keys, content }) => {
      const name = keys.find((key) => robotsNames.includes(key))
      return name === undefined ? [] : [{ name, content: (tidy(content) ?? '').slice(0, maxContentChars) }]
    })
    .slice(0, maxMetas)
}

const maxAlternates = 200
/** Longer URLs are ignored: no server answers them. */
const maxUrlChars = 2048
const maxCodeChars = 64

/**
 * Language versions that a page names in its head and its `Link` headers: absolute http(s) URLs, in document order.
 * Invalid URLs are left out.
 */
export function alternatesOf({ facts, page }: Omit<CanonicalSource, 'location'>): TargetPage['alternates'] {
  const inHead = facts.linkElements
    .filter(({ rel, place }) => place === 'head' && rel.includes('alternate'))
    .map(({ hreflang, href }) => readAlternate(hreflang ?? '', href, facts.baseUrl))
  return [...inHead, ...headerAlternates(page.headers.link ?? [], page.finalUrl)]
    .flatMap(({ code, url }) =>
      code !== '' && url && url.href.length <= maxUrlChars
        ? [{ hreflang: code.slice(0, maxCodeChars), href: url.href }]
        : [],
    )
    .slice(0, maxAlternates)
}
