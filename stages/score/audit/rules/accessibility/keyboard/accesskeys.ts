import { hasText } from '../../../derived/names/id-references.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const accesskeys = rule({
  id: 'accesskeys',
  severity: 'info',
  title: 'Duplicate access keys',
  passTitle: 'Access keys are unique',
  why: 'If two elements have the same access key, browsers choose one of them or only move the focus.',
  fix: 'Give each element a unique access key, or remove the access keys.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/accesskeys',
  needs: ['document'],
  messages: {
    repeated:
      '{affected} of {total} {total:element|elements} with an access key {affected:repeats|repeat} one that is already used: "{first}".',
  },

  check({ document }) {
    const elements = document
      .withAttribute('accesskey')
      .filter((element) => hasText(element.attribs.accesskey) && !document.isHidden(element))
    const seen = new Set<string>()
    return evaluateElements(elements, 'repeated', ({ attribs: { accesskey = '' } }) => {
      const key = accesskey.trim().toUpperCase()
      if (seen.has(key)) return accesskey
      seen.add(key)
      return null
    })
  },
})
