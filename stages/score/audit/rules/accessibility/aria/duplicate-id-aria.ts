import type { Element } from 'domhandler'
import { idsOf } from '../../../derived/names/id-references.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const duplicateIdAria = rule({
  id: 'duplicate-id-aria',
  severity: 'error',
  title: 'Duplicate ids referenced by labels or ARIA',
  passTitle: 'Referenced ids are unique',
  why: 'If two elements have the same id, a label or description that references it applies only to the first of them.',
  fix: 'Give each referenced element a unique id.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/duplicate-id-aria',
  excludes:
    'A duplicate id does no harm if no label and no ARIA attribute of an HTML element exposed to assistive technology references it (WCAG 2.2 removed 4.1.1).',
  needs: ['document'],
  messages: {
    repeated:
      '{affected} of {total} {total:id|ids} referenced by labels and ARIA attributes {affected:is|are} duplicated: "{first}".',
  },

  check({ document }) {
    const ids = referredIds(document)
    const targets = [...ids].flatMap((id) => document.byId(id)[0] ?? [])
    return evaluateElements(targets, 'repeated', ({ attribs: { id = '' } }) =>
      document.byId(id).length > 1 ? id : null,
    )
  },
})

const references = [
  'aria-activedescendant',
  'aria-controls',
  'aria-describedby',
  'aria-details',
  'aria-errormessage',
  'aria-flowto',
  'aria-labelledby',
  'aria-owns',
]

function referredIds(document: PageDocument): Set<string> {
  const isTold = (element: Element) => document.isExposed(element)
  const labelled = document.byTag('label').flatMap((label) => (isTold(label) ? label.attribs.for || [] : []))
  const referred = references.flatMap((name) =>
    document
      .withAttribute(name)
      .filter(isTold)
      .flatMap(({ attribs }) => idsOf(attribs[name])),
  )
  return new Set([...labelled, ...referred])
}
