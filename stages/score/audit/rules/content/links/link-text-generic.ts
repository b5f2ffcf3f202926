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
  title: 'Links say where they lead',
  why: 'Readers and search engines learn from the text of a link what the page behind it is about; "click here" tells nothing.',
  fix: 'Name what is behind the link in its text.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://developer.chrome.com/docs/lighthouse/seo/link-text',
  excludes:
    'Judged is the accessible name, which is what readers hear and search engines take for images in links. Hidden links, links within the page and links marked nofollow are not judged.',
  needs: ['document'],
  messages: { generic: '{affected} of {total} links have a text that says nothing of their target.' },

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
