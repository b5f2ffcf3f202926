import { isAppShell } from '../../../derived/page/app-shell.ts'
import { mainText, mainWordCount, type TextBlock } from '../../../derived/text/main-text.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import {
  type Evidence,
  elementEvidence,
  fail,
  notApplicable,
  notDecidable,
  pass,
  rule,
} from '../../../engine/rule.ts'

const filler = /lorem ipsum dolor sit|consectetu?er adipi(?:sc|s)ing elit/i
const artifact =
  /\{\{\s*[\w.$'"[\]()| -]{1,100}\}\}|\{%[^{}%]{1,100}%\}|<%[^<>%]{1,100}%>|%%\w{1,50}%%|\[object Object\]|\$\{[\w.]{1,60}\}/
const announcement =
  /^(?:(?:this|our) )?(?:new )?(?:web ?site|page|site|content|shop|store)?(?: is)? ?(?:coming soon|under construction)[.!… ]*$/i
/** Attributes of pages that scripts fill in: placeholders are intended there. */
const fillers = ['v-cloak', 'v-for', 'v-if', 'v-scope', 'ng-app', 'data-ng-app', 'ng-controller']

/** A page with more words may announce something that is coming soon. */
const FEW_WORDS = 100

export const contentPlaceholder = rule({
  id: 'content-placeholder',
  severity: 'warning',
  title: 'Placeholder text',
  passTitle: 'Text has no placeholders',
  why: 'Filler text and unfilled templates are indexed as they are, and show visitors that the page is not finished.',
  fix: 'Replace the filler with the real text, or keep the page out of the index until it is finished.',
  effort: 'hours',
  impact: 'medium',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/fundamentals/creating-helpful-content',
  needs: ['document'],
  messages: { placeholder: 'The text contains {count} {count:placeholder|placeholders}: "{text}".' },

  check({ document }) {
    const { blocks } = mainText(document)
    if (blocks.length === 0) return isAppShell(document) ? notDecidable('app_shell') : notApplicable
    if (isAboutFiller(document)) return pass
    const isShort = mainWordCount(document) < FEW_WORDS
    const found = blocks.flatMap(({ element, text }) => {
      const part = filler.exec(text) ?? (isShort && text.length < 80 ? announcement.exec(text) : null)
      return part === null ? [] : [elementEvidence(element, part[0])]
    })
    const artifacts = artifactsIn(blocks)
    const isFilledIn = fillers.some((name) => document.withAttribute(name).length > 0)
    const all = isFilledIn ? found : [...found, ...artifacts]
    const [first] = all
    if (first === undefined) return artifacts.length > 0 ? notDecidable('scripted_content') : pass
    const values = { count: all.length, text: first.value }
    const extent = { affected: Math.min(all.length, blocks.length), total: blocks.length }
    return fail('placeholder', { values, evidence: all, extent })
  },
})

/** Program code shows placeholders on purpose. Those of the main heading are reported by template-artifact. */
function artifactsIn(blocks: readonly TextBlock[]): Evidence[] {
  return blocks.flatMap(({ element, text, hasCode }) => {
    const shown = hasCode || element.name === 'h1' ? undefined : artifact.exec(text)?.[0]
    return shown === undefined ? [] : [elementEvidence(element, shown)]
  })
}

/** A page may be about filler text. */
function isAboutFiller({ title }: PageDocument): boolean {
  return /lorem|ipsum|placeholder|dummy text|filler text|blindtext/i.test(title?.slice(0, 1000) ?? '')
}
