import type { Element } from 'domhandler'
import { roleOf } from '../../../derived/aria/role.ts'
import { linksOf } from '../../../derived/links/links.ts'
import { nameOf } from '../../../derived/names/accessible-name.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const identicalLinksSamePurpose = rule({
  id: 'identical-links-same-purpose',
  severity: 'info',
  title: 'Identical link text for different pages',
  passTitle: 'Links with the same text lead to the same page',
  why: 'In a list of links, people cannot tell apart links that have the same text but lead to different pages.',
  fix: 'Write link text that says where each link leads, such as the title of the linked page.',
  effort: 'hours',
  impact: 'low',
  fixable: false,
  reference: 'https://www.w3.org/WAI/WCAG22/Understanding/link-purpose-link-only',
  excludes:
    'Links that are hidden or have another role. Links to the same page count as the same, regardless of their fragment, the order of their parameters, or the name of an index file.',
  needs: ['document'],
  messages: {
    differing:
      '{affected} of {total} {total:link|links} {affected:has|have} the same text as another link that leads elsewhere: "{first}".',
  },

  check({ document }) {
    const targets = new Map<string, LinkTarget>()
    const differing = new Map<Element, string>()
    const named: Element[] = []
    for (const { element, href } of linksOf(document)) {
      const name = isLink(document, element) ? comparable(nameOf(document, element)) : ''
      if (name === '' || href === null) continue
      named.push(element)
      const target = new LinkTarget(href)
      const first = targets.get(name) ?? target
      targets.set(name, first)
      if (!target.isSamePage(first)) differing.set(element, name)
    }
    return evaluateElements(named, 'differing', (link) => differing.get(link) ?? null)
  },
})

function isLink(document: PageDocument, element: Element): boolean {
  return document.isExposed(element) && roleOf(document, element) === 'link'
}

/** Compares letters and digits only: punctuation and symbols do not tell links apart. */
function comparable(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Where a link leads. Its page is found once, for however many links it is compared with. */
class LinkTarget {
  readonly #href: string
  #page: string | undefined

  constructor(href: string) {
    this.#href = href
  }

  isSamePage(other: LinkTarget): boolean {
    return this.#href === other.#href || this.#pageOfLink() === other.#pageOfLink()
  }

  #pageOfLink(): string {
    this.#page ??= pageOf(this.#href)
    return this.#page
  }
}

/**
 * The URL as far as it tells pages apart: without its fragment, unless scripts use that as a route, without the name
 * of an index file, and with its parameters in order.
 */
function pageOf(href: string): string {
  const url = URL.parse(href)
  if (url === null) return href
  if (!/^#[!/]/.test(url.hash)) url.hash = ''
  url.pathname = url.pathname.replace(/\/index\.html?$/i, '/')
  url.searchParams.sort()
  return url.href
}
