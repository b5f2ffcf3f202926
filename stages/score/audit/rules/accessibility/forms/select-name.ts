import { controlFault, formFields } from '../../../derived/names/form-fields.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const selectName = rule({
  id: 'select-name',
  severity: 'error',
  title: 'select elements without a label',
  passTitle: 'select elements have a label',
  why: 'A screen reader announces the label of a select element when it receives focus. Without a label people hear the first option, but not what to choose.',
  fix: 'Add a label element whose for attribute is the id of the select element, or put the select element inside its label.',
  effort: 'minutes',
  impact: 'high',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/e086e5/',
  excludes: 'Select elements whose role makes them another control are checked by the rule for that role.',
  needs: ['document'],
  messages: {
    missing: '{affected} of {total} select {total:element|elements} {affected:has|have} no label: {element}.',
  },

  check({ document }) {
    const lists = formFields(document).filter(({ name }) => name === 'select')
    return evaluateElements(lists, 'missing', (list) =>
      controlFault(document, list) === '' ? (list.attribs.name ?? '') : null,
    )
  },
})
