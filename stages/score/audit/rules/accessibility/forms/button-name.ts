import { isAskedByKind } from '../../../derived/names/asked-by-role.ts'
import { controlFault } from '../../../derived/names/form-fields.ts'
import { holdersOfNamelessImages } from '../../../derived/names/nameless.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const buttonName = rule({
  id: 'button-name',
  severity: 'error',
  title: 'Buttons have text',
  why: `A button without text is announced as "button" alone: people who use a screen reader or speak to their device cannot know or say what it does.`,
  fix: 'Write a text into the button, or name an icon button with aria-label.',
  effort: 'minutes',
  impact: 'high',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/97a4e1/',
  excludes:
    'A button whose image lacks a text alternative is reported by `image-alt`. A button whose role makes it a link, option or another control with a name rule of its own is asked by that rule.',
  needs: ['document'],
  messages: { missing: '{affected} of {total} buttons have no text.' },

  check({ document }) {
    const buttons = document
      .byTag('button')
      .filter((button) => document.isExposed(button) && isAskedByKind(document, button))
    return evaluateElements(buttons, 'missing', (button) =>
      holdersOfNamelessImages(document).has(button) ? null : controlFault(document, button),
    )
  },
})
