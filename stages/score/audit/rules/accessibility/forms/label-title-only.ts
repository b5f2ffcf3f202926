import { isLabelled, isNamedByAria } from '../../../derived/names/accessible-name.ts'
import { formFields } from '../../../derived/names/form-fields.ts'
import { hasText } from '../../../derived/names/id-references.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const labelTitleOnly = rule({
  id: 'label-title-only',
  severity: 'info',
  title: 'Form fields labelled only by title',
  passTitle: 'Form fields have a visible label',
  why: 'A title is shown only while the mouse hovers over the field: not on touch screens, and not to keyboard users.',
  fix: 'Add a visible label element.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/label-title-only',
  needs: ['document'],
  messages: {
    titleOnly:
      '{affected} of {total} form {total:field|fields} {affected:is|are} labelled only by the title attribute: {element}.',
  },

  check({ document }) {
    return evaluateElements(formFields(document), 'titleOnly', (field) => {
      const { title } = field.attribs
      if (!hasText(title) || isLabelled(document, field) || isNamedByAria(document, field)) return null
      return title
    })
  },
})
