import type { Element } from 'domhandler'
import { linksOf } from '../../../derived/links/links.ts'
import { nameOf } from '../../../derived/names/accessible-name.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const identicalLinksSamePurpose = rule({
  id: 'identical-links-same-purpose',
  severity: 'info',
  title: 'Links with the same text lead to the same page',
  why: 'People who go through a list of the links of a page cannot tell apart links that read the same but lead elsewhere.',
  fix: 'Write link texts that say where each link leads, such as the title of the page behind it.',
  effort: 'hours',
  impact: 'low',
  fixable: false,
  reference: 'https://www.w3.org/WAI/WCAG22/Understanding/link-purpose-link-only',
  needs: ['document'],
  messages: { differing: '{affected} of {total} links read like another link that leads elsewhere.' },

  check({ document }) {
    const targets = new Map<string, string>()
    const differing = new Map<Element, string>()
    const named: Element[] = []
    for (const { element, href } of linksOf(document)) {
      const name = document.isExposed(element) ? comparable(nameOf(document, element)) : ''
      if (name === '' || href === null) continue
      named.push(element)
      const target = targets.get(name)
      if (target === undefined) targets.set(name, pageOf(href))
      else if (target !== pageOf(href)) differing.set(element, name)
    }
    return evaluateElements(named, 'differing', (link) => differing.get(link) ?? null)
  },
})

/** Compares letters and digits only: punctuation and symbols do not tell links apart. */
function comparable(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The URL without its fragment, unless scripts use the fragment as a route. */
function pageOf(href: string): string {
  const [page = '', fragment = ''] = href.split('#', 2)
  return /^[!/]/.test(fragment) ? href : page.replace(/\/index\.html?$/i, '/')
}
