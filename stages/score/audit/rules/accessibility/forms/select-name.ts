import { controlFault, formFields } from '../../../derived/names/form-fields.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const selectName = rule({
  id: 'select-name',
  severity: 'error',
  title: 'Selection lists have a label',
  why: 'The label of a list is what a screen reader says when people come to it. Without one they hear the first option and not what is to be chosen.',
  fix: 'Add a label element whose for attribute is the id of the select element, or put the list into its label.',
  effort: 'minutes',
  impact: 'high',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/e086e5/',
  excludes: 'Lists whose role makes them another control are asked by the rule about that role.',
  needs: ['document'],
  messages: { missing: '{affected} of {total} selection lists have no label.' },

  check({ document }) {
    const lists = formFields(document).filter(({ name }) => name === 'select')
    return evaluateElements(lists, 'missing', (list) =>
      controlFault(document, list) === '' ? (list.attribs.name ?? '') : null,
    )
  },
})
