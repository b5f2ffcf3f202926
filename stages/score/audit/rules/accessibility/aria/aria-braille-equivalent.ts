import { elementsWithAria } from '../../../derived/aria/aria-values.ts'
import { isNamedByAuthor, isNamedByContent } from '../../../derived/names/accessible-name.ts'
import { hasText } from '../../../derived/names/id-references.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const ariaBrailleEquivalent = rule({
  id: 'aria-braille-equivalent',
  severity: 'info',
  title: 'Braille labels without a spoken equivalent',
  passTitle: 'Braille labels have a spoken equivalent',
  why: 'A label only for braille displays excludes people who listen to the page.',
  fix: 'Add aria-label next to aria-braillelabel, and aria-roledescription next to aria-brailleroledescription.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/aria-braille-equivalent',
  needs: ['document'],
  messages: {
    alone:
      '{affected} of {total} {total:element|elements} with a braille label {affected:has|have} no spoken equivalent: {element}.',
  },

  check({ document }) {
    const elements = elementsWithAria(document)
      .filter(({ names }) => names.some((name) => name.startsWith('aria-braille')))
      .map(({ element }) => element)
    return evaluateElements(elements, 'alone', (element) => {
      const { attribs } = element
      const isNamed =
        hasText(attribs.alt) || isNamedByContent(document, element) || isNamedByAuthor(document, element)
      if (hasText(attribs['aria-braillelabel']) && !isNamed) return 'aria-braillelabel'
      const isDescribed = hasText(attribs['aria-roledescription'])
      return hasText(attribs['aria-brailleroledescription']) && !isDescribed
        ? 'aria-brailleroledescription'
        : null
    })
  },
})
