import { controlFault, formFields } from '../../../derived/names/form-fields.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

/** A placeholder names a field without another name (HTML Accessibility API Mappings 1.0, 4.1.1). */
export const label = rule({
  id: 'label',
  severity: 'error',
  title: 'Form fields have a label',
  why: 'The label of a field is what a screen reader says when people come to it. Without one they cannot know what to enter.',
  fix: 'Add a label element whose for attribute is the id of the field, or put the field into its label.',
  effort: 'minutes',
  impact: 'high',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/e086e5/',
  excludes:
    'A placeholder or a title counts as a name. Fields whose role makes them a button, link or option are asked by the rule about that role; hidden fields, and those that a role without a name makes presentational, are not asked.',
  needs: ['document'],
  messages: { missing: '{affected} of {total} form fields have no label.' },

  check({ document }) {
    const fields = formFields(document).filter(({ name }) => name !== 'select')
    return evaluateElements(fields, 'missing', (field) =>
      controlFault(document, field) === '' ? (field.attribs.name ?? '') : null,
    )
  },
})
