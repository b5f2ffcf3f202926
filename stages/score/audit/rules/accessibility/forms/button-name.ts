import { isAskedByKind } from '../../../derived/names/asked-by-role.ts'
import { controlFault } from '../../../derived/names/form-fields.ts'
import { holdersOfNamelessImages } from '../../../derived/names/nameless.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const buttonName = rule({
  id: 'button-name',
  severity: 'error',
  title: 'Buttons without text',
  passTitle: 'Buttons have text',
  why: 'A button without text is announced only as "button": people who use a screen reader or voice control cannot know or say what it does.',
  fix: 'Add text to the button, or an aria-label to an icon button.',
  effort: 'minutes',
  impact: 'high',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/97a4e1/',
  excludes:
    'A button whose image lacks alternative text is reported by `image-alt`. A button whose role makes it a link, option or another control with a name rule of its own is checked by that rule.',
  needs: ['document'],
  messages: {
    missing: '{affected} of {total} {total:button|buttons} {affected:has|have} no text: {element}.',
  },

  check({ document }) {
    const buttons = document
      .byTag('button')
      .filter((button) => document.isExposed(button) && isAskedByKind(document, button))
    return evaluateElements(buttons, 'missing', (button) =>
      holdersOfNamelessImages(document).has(button) ? null : controlFault(document, button),
    )
  },
})
