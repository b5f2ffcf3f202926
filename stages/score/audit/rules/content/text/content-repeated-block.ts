import { mainText, mainWords, type TextBlock } from '../../../derived/text/main-text.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

const FEWEST_WORDS = 20
const FEWEST_TIMES = 3

export const contentRepeatedBlock = rule({
  id: 'content-repeated-block',
  severity: 'info',
  title: 'Repeated text',
  passTitle: 'Text is not repeated',
  why: 'The same passage over and over adds nothing for readers, and may look like text made for search engines.',
  fix: 'Use the text once, or write something specific for each occurrence.',
  effort: 'hours',
  impact: 'low',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/essentials/spam-policies',
  needs: ['document'],
  messages: { repeated: 'A passage of {words} words appears {times} times on the page: "{text}"' },

  check({ document }) {
    const words = mainWords(document)
    const lengthOf = (index: number) => words[index]?.length ?? 0
    const long = mainText(document).blocks.filter((_, index) => lengthOf(index) >= FEWEST_WORDS)
    if (long.length === 0) return notApplicable
    const repeated = [...byText(long).values()].filter(({ length }) => length >= FEWEST_TIMES)
    const [first] = repeated
    if (first === undefined) return pass
    const text = first[0]?.text ?? ''
    const extent = { affected: repeated.reduce((count, { length }) => count + length, 0), total: long.length }
    const values = {
      words: lengthOf(mainText(document).blocks.indexOf(first[0] as TextBlock)),
      times: first.length,
      text: text.slice(0, 80),
    }
    const evidence = first.map(({ element }) => elementEvidence(element, text.slice(0, 200)))
    return fail('repeated', { values, evidence, extent })
  },
})

function byText(blocks: readonly TextBlock[]): Map<string, TextBlock[]> {
  const groups = new Map<string, TextBlock[]>()
  for (const block of blocks) {
    const group = groups.get(block.text) ?? []
    group.push(block)
    groups.set(block.text, group)
  }
  return groups
}
