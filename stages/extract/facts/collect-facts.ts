import { baseUrl } from '#shared/web/html/base-url.ts'
import { detectChallenge } from '#shared/web/html/bot-challenge.ts'
import type { DecodedPage } from '#shared/web/html/charset.ts'
import { BylineCollector } from '../collectors/bylines.ts'
import { AnchorCollector, HeadingCollector, ParagraphCollector } from '../collectors/content.ts'
import { DocumentCollector, LinkElementCollector, MetaCollector } from '../collectors/head.ts'
import { ImageCollector } from '../collectors/images.ts'
import { ItemCollector, ItemTextCollector } from '../collectors/items.ts'
import { MarkerCollector } from '../collectors/markers.ts'
import { maxJsonLdChars, ScriptCollector } from '../collectors/scripts.ts'
import type { Collector } from '../html/collector.ts'
import { scan } from '../html/scanner.ts'
import { structuredFactsOf } from '../structured-data/facts.ts'
import { nodesOf } from '../structured-data/json-ld/json-ld.ts'
import { markerNames } from '../technologies/signatures.ts'
import { allFacts, type ExpensiveFact, expensiveFacts, type PageFacts } from './page-facts.ts'
import type { PageInput } from './page-input.ts'

function makeCollectors(needed: ReadonlySet<ExpensiveFact>) {
  return {
    document: new DocumentCollector(),
    metas: new MetaCollector(),
    links: new LinkElementCollector(),
    anchors: new AnchorCollector({ keepsTexts: needed.has('site') }),
    images: new ImageCollector(),
    headings: new HeadingCollector(),
    paragraphs: new ParagraphCollector(),
    bylines: new BylineCollector(),
    itemTexts: new ItemTextCollector(),
    items: new ItemCollector({ followsRefs: false }),
    scripts: new ScriptCollector(),
    markers: new MarkerCollector(markerNames),
  }
}

/**
 * Collects the items again, this time with the elements that `itemref` names. Few pages have any, so ids are read
 * only then.
 */
function itemsWithRefs(text: string): ItemCollector {
  const items = new ItemCollector({ followsRefs: true })
  scan(text, [items], {})
  return items
}

/** All collectors but those of expensive facts that are not needed. */
function neededOf(
  collectors: ReturnType<typeof makeCollectors>,
  needed: ReadonlySet<ExpensiveFact>,
): readonly Collector[] {
  const isLeftOut = (name: string) =>
    expensiveFacts.some((expensive) => expensive === name && !needed.has(expensive))
  return Object.entries(collectors).flatMap(([name, collector]) => (isLeftOut(name) ? [] : [collector]))
}

/**
 * Collects the facts of a page in one pass over its text. Never throws, whatever the text holds. Expensive facts
 * that are not `needed` stay empty.
 */
export function collectFacts(
  decoded: DecodedPage,
  page: Pick<PageInput, 'finalUrl' | 'status'>,
  needed: ReadonlySet<ExpensiveFact> = allFacts,
): PageFacts {
  const all = makeCollectors(needed)
  const options = { countsWords: needed.has('words'), sketchesText: needed.has('site') }
  const { words, mainText } = scan(decoded.text, neededOf(all, needed), options)
  const { jsonLd } = all.scripts
  const items = all.items.hasRefs ? itemsWithRefs(decoded.text) : all.items
  const structured = structuredFactsOf(decoded.text, items, jsonLd, maxJsonLdChars)
  return {
    charset: decoded.charset,
    baseUrl: baseUrl(all.document.baseHref, page.finalUrl),
    lang: all.document.lang,
    xmlLang: all.document.xmlLang,
    title: all.document.title,
    metas: all.metas.metas,
    linkElements: all.links.links,
    anchors: { items: all.anchors.anchors, total: all.anchors.total },
    images: { items: all.images.images, total: all.images.total },
    headingCounts: all.headings.counts,
    headings: all.headings.headings,
    articles: all.headings.articles,
    paragraphs: all.paragraphs.paragraphs,
    bylines: all.bylines.bylines,
    titleOrder: all.bylines.titleOrder,
    itemTexts: all.itemTexts.texts,
    scripts: all.scripts.scripts,
    markers: [...all.markers.markers],
    structured,
    jsonLdNodes: nodesOf(structured.blocks),
    words,
    mainText,
    blocked: detectChallenge(all.document.title, page.status),
  }
}
