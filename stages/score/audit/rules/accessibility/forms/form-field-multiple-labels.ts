import type { Element } from 'domhandler'
import { isNamedByAria } from '../../../derived/names/accessible-name.ts'
import { formFields } from '../../../derived/names/form-fields.ts'
import { labelsOf } from '../../../derived/names/labels.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

/** Labels do not count where `aria-labelledby` names the field. A repeated id is reported by `duplicate-id-aria`. */
export const formFieldMultipleLabels = rule({
  id: 'form-field-multiple-labels',
  severity: 'info',
  title: 'Form fields with multiple labels',
  passTitle: 'Form fields have a single label',
  why: 'With several labels some screen readers announce the first, some the last, and some all of them.',
  fix: 'Keep one label element per field, and use aria-describedby for descriptions.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://www.w3.org/WAI/WCAG22/Understanding/labels-or-instructions',
  needs: ['document'],
  messages: {
    several:
      '{affected} of {total} form {total:field|fields} {affected:has|have} more than one label: {element}.',
  },

  check({ document }) {
    return evaluateElements(formFields(document), 'several', (field) => {
      if (isRepeated(document, field)) return null
      const labels = labelsOf(document, field).filter((label) => document.isExposed(label))
      return labels.length > 1 && !isNamedByAria(document, field) ? `${labels.length} labels` : null
    })
  },
})

function isRepeated(document: PageDocument, { attribs: { id } }: Element): boolean {
  return id !== undefined && document.byId(id).length > 1
}
