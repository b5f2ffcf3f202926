import { baseUrl } from '#shared/web/html/base-url.ts'
import { detectChallenge } from '#shared/web/html/bot-challenge.ts'
import type { DecodedPage } from '#shared/web/html/charset.ts'
import { BylineCollector } from '../collectors/bylines.ts'
import { AnchorCollector, HeadingCollector, ParagraphCollector } from '../collectors/content.ts'
import { DocumentCollector, LinkElementCollector, MetaCollector } from '../collectors/head.ts'
import { ImageCollector } from '../collectors/images.ts'
import { type ItemRefs, ItemScope } from '../collectors/item-scope.ts'
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
    ...makeItemCollectors(null),
    document: new DocumentCollector(),
    links: new LinkElementCollector(),
    anchors: new AnchorCollector({ keepsTexts: needed.has('site') }),
    images: new ImageCollector(),
    headings: new HeadingCollector(),
    paragraphs: new ParagraphCollector(),
    scripts: new ScriptCollector(),
    markers: new MarkerCollector(markerNames),
  }
}

/** The collectors of items and their properties. `refs`: the ids that `itemref` names, once they are known. */
function makeItemCollectors(refs: ItemRefs | null) {
  const scope = new ItemScope('microdata', refs)
  const typed = new ItemScope('rdfa')
  return {
    scope,
    typed,
    metas: new MetaCollector(scope, typed),
    bylines: new BylineCollector(scope),
    itemTexts: new ItemTextCollector(scope),
    items: new ItemCollector({ followsRefs: refs !== null }),
  }
}

/**
 * Collects the items again, this time with the elements that `itemref` names. Few pages have any, so ids are read
 * only then.
 */
function collectedWithRefs(text: string, refs: ItemRefs): ReturnType<typeof makeItemCollectors> {
  const collectors = makeItemCollectors(refs)
  scan(text, Object.values(collectors), {})
  return collectors
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
  const described = all.items.hasRefs ? collectedWithRefs(decoded.text, all.scope.refs) : all
  const structured = structuredFactsOf(decoded.text, described.items, jsonLd, maxJsonLdChars)
  return {
    charset: decoded.charset,
    baseUrl: baseUrl(all.document.baseHref, page.finalUrl),
    lang: all.document.lang,
    xmlLang: all.document.xmlLang,
    title: all.document.title,
    metas: described.metas.metas,
    linkElements: all.links.links,
    anchors: { items: all.anchors.anchors, total: all.anchors.total },
    images: { items: all.images.images, total: all.images.total },
    headingCounts: all.headings.counts,
    headings: all.headings.headings,
    articles: all.headings.articles,
    paragraphs: all.paragraphs.paragraphs,
    bylines: described.bylines.bylines,
    titleOrder: described.bylines.titleOrder,
    itemTexts: described.itemTexts.texts,
    scripts: all.scripts.scripts,
    markers: [...all.markers.markers],
    structured,
    jsonLdNodes: nodesOf(structured.blocks),
    words,
    mainText,
    blocked: detectChallenge(all.document.title, page.status),
  }
}
