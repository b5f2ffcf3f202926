import { controlFault, formFields } from '../../../derived/names/form-fields.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

/** A placeholder names a field without another name (HTML Accessibility API Mappings 1.0, 4.1.1). */
export const label = rule({
  id: 'label',
  severity: 'error',
  title: 'Form fields without a label',
  passTitle: 'Form fields have a label',
  why: 'A screen reader announces the label of a field when it receives focus. Without a label people cannot know what to enter.',
  fix: 'Add a label element whose for attribute is the id of the field, or put the field inside its label.',
  effort: 'minutes',
  impact: 'high',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/e086e5/',
  excludes:
    'A placeholder or a title counts as a name. Fields whose role makes them a button, link or option are checked by the rule for that role; hidden fields, and those made presentational by a role without a name, are not checked.',
  needs: ['document'],
  messages: {
    missing: '{affected} of {total} form {total:field|fields} {affected:has|have} no label: {element}.',
  },

  check({ document }) {
    const fields = formFields(document).filter(({ name }) => name !== 'select')
    return evaluateElements(fields, 'missing', (field) =>
      controlFault(document, field) === '' ? (field.attribs.name ?? '') : null,
    )
  },
})
