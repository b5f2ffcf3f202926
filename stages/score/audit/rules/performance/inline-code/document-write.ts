import { scriptsOf } from '../../../derived/resources/scripts.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

/** Calls in comments are not counted. */
const write = /\bdocument\s{0,5}\.\s{0,5}write(?:ln)?\s{0,5}\(/g

export const documentWrite = rule({
  id: 'document-write',
  severity: 'warning',
  title: 'Scripts do not write into the page',
  why: 'Browsers stop at document.write, and Chrome does not load scripts that are written so over slow connections.',
  fix: 'Insert elements with the DOM, or load scripts with async.',
  effort: 'hours',
  impact: 'medium',
  fixable: true,
  reference: 'https://developer.chrome.com/docs/lighthouse/best-practices/no-document-write',
  needs: ['document'],
  messages: { writes: '{affected} of {total} scripts in the page call document.write.' },

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
