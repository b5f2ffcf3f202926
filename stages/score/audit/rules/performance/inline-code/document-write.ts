import { scriptsOf } from '../../../derived/resources/scripts.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

/** Calls in comments are not counted. */
const write = /\bdocument\s{0,5}\.\s{0,5}write(?:ln)?\s{0,5}\(/g

export const documentWrite = rule({
  id: 'document-write',
  severity: 'warning',
  title: 'Scripts use document.write',
  passTitle: 'Scripts do not use document.write',
  why: 'document.write blocks parsing, and on slow connections Chrome does not load scripts that are inserted with it.',
  fix: 'Insert elements through the DOM, or load scripts with async.',
  effort: 'hours',
  impact: 'medium',
  fixable: true,
  reference: 'https://developer.chrome.com/docs/lighthouse/best-practices/no-document-write',
  needs: ['document'],
  messages: {
    writes:
      '{affected} of {total} inline {total:script|scripts} {affected:calls|call} document.write: {first}.',
  },

  check({ document }) {
    const inline = scriptsOf(document).filter(({ text, kind }) => kind !== 'data' && text !== '')
    const texts = new Map(inline.map(({ element, text }) => [element, text]))
    return evaluateElements([...texts.keys()], 'writes', (script) => callIn(texts.get(script) ?? ''))
  },
})

function callIn(text: string): string | null {
  for (const { index } of text.matchAll(write)) {
    const before = text.slice(Math.max(0, index - 200), index)
    const line = before.slice(before.lastIndexOf('\n') + 1)
    if (!/(?:^|[^:'"])\/\//.test(line)) return text.slice(index, index + 100)
  }
  return null
}
