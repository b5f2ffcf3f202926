import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { decodePage } from '#shared/web/html/charset.ts'
import { collectFacts } from '#stages/extract/facts/collect-facts.ts'
import type { PageFacts } from '#stages/extract/facts/page-facts.ts'
import { type SavedPage, savedPages } from './saved-pages.ts'
import type { Row } from './table.ts'

type Element = DefaultTreeAdapterTypes.Element
type Node = DefaultTreeAdapterTypes.Node

const HTML = 'http://www.w3.org/1999/xhtml'
const collapsed = (text: string): string => text.replace(/[\t\n\f\r ]+/g, ' ').trim()

/**
 * What one pass over the tokens finds, compared with the HTML Standard's tree construction (parse5), page by page.
 */
export function standard(): Row[] {
  const pages = savedPages()
  const seen = pages.map(bothViews)
  return (['title', 'canonical', 'metas', 'links'] as const).map((field) => {
    const same = seen.filter(({ ours, tree }) => ours[field] === tree[field]).length
    const value = `${((100 * same) / pages.length).toFixed(1)} % of ${pages.length} pages`
    return { figure: `${field}: as the HTML Standard's parser sees it`, value, goal: '>= 99 %' }
  })
}

interface View {
  readonly title: string
  readonly canonical: string
  readonly metas: string
  readonly links: string
}

function bothViews({ body, url }: SavedPage): { ours: View; tree: View } {
  const decoded = decodePage(body, 'text/html')
  const facts = collectFacts(decoded, { finalUrl: url, status: 200 })
  return { ours: ofFacts(facts), tree: ofTree(elementsOf(parse(decoded.text))) }
}

function ofFacts({ title, linkElements, metas }: PageFacts): View {
  const canonical = linkElements.find(({ rel, place }) => rel.includes('canonical') && place === 'head')
  return {
    title: collapsed(title ?? ''),
    canonical: collapsed(canonical?.href ?? ''),
    metas: metas.map(({ content }) => collapsed(content)).join('\n'),
    links: linkElements.map(({ href }) => collapsed(href)).join('\n'),
  }
}

function ofTree(elements: readonly Element[]): View {
  const named = (name: string) =>
    elements.filter(({ tagName, namespaceURI }) => tagName === name && namespaceURI === HTML)
  const links = named('link').filter(
    (link) => attribute(link, 'href') !== null && attribute(link, 'rel')?.trim(),
  )
  const canonical = links.find((link) => isCanonical(link) && isInHead(link))
  const titles = named('title').map((title) => collapsed(textOf(title)))
  return {
    title: titles[0] ?? '',
    canonical: collapsed(attribute(canonical, 'href') ?? ''),
    metas: named('meta')
      .filter((meta) =>
        ['name', 'property', 'http-equiv', 'itemprop'].some((key) => attribute(meta, key)?.trim()),
      )
      .map((meta) => attribute(meta, 'content'))
      .flatMap((content) => (content === null ? [] : [collapsed(content)]))
      .join('\n'),
    links: links.map((link) => collapsed(attribute(link, 'href') ?? '')).join('\n'),
  }
}

function isCanonical(link: Element): boolean {
  return collapsed(attribute(link, 'rel') ?? '')
    .toLowerCase()
    .split(' ')
    .includes('canonical')
}

function isInHead(element: Element): boolean {
  for (
    let node: Node | null = element.parentNode;
    node !== null;
    node = 'parentNode' in node ? node.parentNode : null
  ) {
    if (node.nodeName === 'head') return true
  }
  return false
}

function attribute(element: Element | undefined, name: string): string | null {
  return element?.attrs.find((one) => one.name === name)?.value ?? null
}

function textOf(element: Element): string {
  return element.childNodes.map((child) => ('value' in child ? child.value : '')).join('')
}

function elementsOf(root: Node): Element[] {
  const found: Element[] = []
  const waiting: Node[] = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ('tagName' in node) found.push(node)
    if ('childNodes' in node) waiting.push(...node.childNodes.toReversed())
  }
  return found
}
