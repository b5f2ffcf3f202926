import { evaluateNames } from '../../../derived/names/nameless.ts'
import { rule } from '../../../engine/rule.ts'

export const ariaCommandName = rule({
  id: 'aria-command-name',
  severity: 'warning',
  title: 'ARIA buttons, links and menu items without a name',
  passTitle: 'ARIA buttons, links and menu items have a name',
  why: 'An element with the role of a button, link or menu item is announced by its name. Without one people cannot know what it does.',
  fix: 'Add text to the element, or an aria-label.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/97a4e1/',
  needs: ['document'],
  messages: {
    missing:
      '{affected} of {total} ARIA {total:button, link or menu item|buttons, links and menu items} {affected:has|have} no accessible name: {element}.',
  },

  check: ({ document }) => evaluateNames(document, 'link', 'button', 'menuitem'),
})
