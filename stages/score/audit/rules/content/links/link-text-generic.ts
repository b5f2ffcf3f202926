import type { Element } from 'domhandler'
import { linksOf, type PageLink } from '../../../derived/links/links.ts'
import { nameOf } from '../../../derived/names/accessible-name.ts'
import { languageOf } from '../../../derived/page/language.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'
import { genericLanguages } from './generic-link-texts.ts'

/** No generic text is longer. */
const MAX_CHARS = 40

export const linkTextGeneric = rule({
  id: 'link-text-generic',
  severity: 'warning',
  title: 'Links with generic link text',
  passTitle: 'Links have descriptive text',
  why: 'Link text tells readers and search engines what the linked page is about; "click here" tells them nothing.',
  fix: 'Describe the linked page in the link text.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://developer.chrome.com/docs/lighthouse/seo/link-text',
  excludes:
    'The accessible name is checked, which is what screen readers announce and search engines use for linked images. Hidden links, links within the page and nofollow links are not checked.',
  needs: ['document'],
  messages: {
    generic: '{affected} of {total} {total:link|links} {affected:has|have} generic link text: "{first}".',
  },

  check({ document }) {
    const links = linksOf(document)
      .filter((link) => isEvaluated(link) && document.isExposed(link.element))
      .map(({ element }) => element)
    return evaluateElements(links, 'generic', (link) => genericText(document, link))
  },
})

/** Links to other pages that search engines follow. */
function isEvaluated({ element, type, values }: PageLink): boolean {
  return element.name === 'a' && (type === 'internal' || type === 'external') && !values.includes('nofollow')
}

function genericText(document: PageDocument, link: Element): string | null {
  const name = nameOf(document, link)
  const text = name.length <= MAX_CHARS ? plainOf(name) : ''
  const languages = genericLanguages(text)
  if (languages === null) return null
  const language = languageOf(link)
  return language !== null && !languages.has(language) ? null : text
}

/** The text without arrows and dots. */
function plainOf(text: string): string {
  return text.toLowerCase().replace(/^[\s«‹<←]+|[\s»›>→….!:]+$/g, '')
}
