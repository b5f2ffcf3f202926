import { titleElements, titleText, wordsOf } from '../../../derived/title/titles.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

const TIMES = 3
const SHARE = 0.4

export const titleStuffed = rule({
  id: 'title-stuffed',
  severity: 'warning',
  title: 'Keyword stuffing in the title',
  passTitle: 'Title does not repeat keywords',
  why: 'Titles that repeat the same words look like spam to Google and to people.',
  fix: 'Mention each term once and write the title for readers.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/appearance/title-link',
  needs: ['document'],
  messages: { stuffed: '"{word}" makes up {times} of the {total} words of the title.' },

  check({ document }) {
    const title = titleText(document)
    if (title === null) return notApplicable
    const words = wordsOf(title)
    const [word, times] = mostFrequent(words)
    if (times < TIMES || times < words.length * SHARE) return pass
    const evidence = titleElements(document)
      .inHead.slice(0, 1)
      .map((element) => elementEvidence(element, title))
    return fail('stuffed', { values: { word, times, total: words.length }, evidence })
  },
})

function mostFrequent(words: readonly string[]): [word: string, times: number] {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)[0] ?? ['', 0]
}
