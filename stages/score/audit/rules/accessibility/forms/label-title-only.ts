import { isLabelled, isNamedByAria } from '../../../derived/names/accessible-name.ts'
import { formFields } from '../../../derived/names/form-fields.ts'
import { hasText } from '../../../derived/names/id-references.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const labelTitleOnly = rule({
  id: 'label-title-only',
  severity: 'info',
  title: 'Form fields have a label that can be seen',
  why: 'A title is shown only while a mouse rests on the field: not on touch screens, and not to those who use the keyboard.',
  fix: 'Add a label element that can be seen.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/label-title-only',
  needs: ['document'],
  messages: { titleOnly: '{affected} of {total} form fields are named by their title alone.' },

  check({ document }) {
    return evaluateElements(formFields(document), 'titleOnly', (field) => {
      const { title } = field.attribs
      if (!hasText(title) || isLabelled(document, field) || isNamedByAria(document, field)) return null
      return title
    })
  },
})
