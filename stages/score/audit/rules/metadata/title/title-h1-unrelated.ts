import { mainHeading } from '../../../derived/text/headings.ts'
import { titleElements, titleText, wordsOf } from '../../../derived/title/titles.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

/** Shorter words of alphabetic scripts are mostly articles and prepositions. */
const SHORTEST_WORD = 3
/** Inflected forms share their beginning; so do compounds in scripts without spaces. */
const STEM = 4
const SPACELESS_STEM = 2
const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]/u

export const titleH1Unrelated = rule({
  id: 'title-h1-unrelated',
  severity: 'info',
  title: 'Title and main heading do not match',
  passTitle: 'Title and main heading match',
  why: 'Google generates the headline of a result from the title and from headings; if they differ completely, it may choose another one than you want.',
  fix: 'Use the same topic in the title and the main heading.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/appearance/title-link',
  needs: ['document'],
  messages: { unrelated: 'The title and the main heading "{heading}" have no word in common.' },

  check({ document }) {
    const title = titleText(document)
    const heading = mainHeading(document)
    if (title === null || heading === null) return notApplicable
    const stems = new Set(stemsOf(title))
    const others = stemsOf(heading.text)
    if (stems.size === 0 || others.length === 0) return notApplicable
    if (others.some((stem) => stems.has(stem))) return pass
    const evidence = titleElements(document)
      .inHead.slice(0, 1)
      .map((element) => elementEvidence(element, title))
    return fail('unrelated', {
      values: { heading: heading.text.slice(0, 100) },
      evidence: [...evidence, elementEvidence(heading.element, heading.text)],
    })
  },
})

function stemsOf(text: string): string[] {
  return wordsOf(text)
    .filter((word) => word.length >= SHORTEST_WORD || SPACELESS.test(word) || /\d/.test(word))
    .map((word) => word.slice(0, SPACELESS.test(word) ? SPACELESS_STEM : STEM))
}
