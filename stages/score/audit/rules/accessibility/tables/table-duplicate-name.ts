import type { Element } from 'domhandler'
import { hasText } from '../../../derived/names/id-references.ts'
import { childElements } from '../../../derived/page/tree.ts'
import { exposedTables } from '../../../derived/tables/tables.ts'
import { textWithin } from '../../../derived/text/bounded-text.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const tableDuplicateName = rule({
  id: 'table-duplicate-name',
  severity: 'info',
  title: 'Table summary repeats the caption',
  passTitle: 'Table summary differs from the caption',
  why: 'A screen reader reads both the caption and the summary, so people hear the same words twice.',
  fix: 'Remove the summary attribute; the caption is enough.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/table-duplicate-name',
  needs: ['document'],
  messages: {
    repeated:
      '{affected} of {total} {total:table|tables} with caption and summary {affected:has|have} the same text in both: "{first}".',
  },

  check({ document }) {
    const tables = exposedTables(document).filter(
      (table) => hasText(table.attribs.summary) && captionOf(table) !== undefined,
    )
    return evaluateElements(tables, 'repeated', (table) => {
      const summary = (table.attribs.summary ?? '').replace(/\s+/g, ' ').trim()
      const caption = captionOf(table)
      const text = caption === undefined ? '' : textWithin(document, caption, summary.length)
      return text.toLowerCase() === summary.toLowerCase() ? summary : null
    })
  },
})

function captionOf(table: Element): Element | undefined {
  return childElements(table).find(({ name }) => name === 'caption')
}
