import type { Element } from 'domhandler'
import { linksOf, type PageLink } from '../../../derived/links/links.ts'
import { nameOf } from '../../../derived/names/accessible-name.ts'
import { languageOf } from '../../../derived/page/language.ts'
import { textWithin } from '../../../derived/text/bounded-text.ts'
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
  needs: ['document'],
  messages: { generic: '{affected} of {total} links have a text that says nothing of their target.' },

  check({ document }) {
    const links = linksOf(document)
      .filter(isEvaluated)
      .map(({ element }) => element)
    return evaluateElements(links, 'generic', (link) => genericText(document, link))
  },
})

/** Links to other pages that search engines follow. */
function isEvaluated({ element, type, values }: PageLink): boolean {
  return element.name === 'a' && (type === 'internal' || type === 'external') && !values.includes('nofollow')
}

function genericText(document: PageDocument, link: Element): string | null {
  const text = plainOf(textWithin(document, link, MAX_CHARS))
  const languages = genericLanguages(text)
  if (languages === null) return null
  const language = languageOf(link)
  if (language !== null && !languages.has(language)) return null
  // A more specific accessible name serves readers who do not see the surrounding text.
  return plainOf(nameOf(document, link)) === text ? text : null
}

/** The text without arrows and dots. */
function plainOf(text: string): string {
  return text.toLowerCase().replace(/^[\s«‹<←]+|[\s»›>→….!:]+$/g, '')
}
