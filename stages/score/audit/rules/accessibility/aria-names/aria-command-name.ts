import { evaluateNames } from '../../../derived/names/nameless.ts'
import { rule } from '../../../engine/rule.ts'

export const ariaCommandName = rule({
  id: 'aria-command-name',
  severity: 'warning',
  title: 'Buttons, links and menu items made with ARIA have a name',
  why: 'An element with the role of a button, link or menu item is announced by its name. Without one people cannot know what it does.',
  fix: 'Write a text into the element, or add an aria-label.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/97a4e1/',
  needs: ['document'],
  messages: { missing: '{affected} of {total} buttons, links and menu items made with ARIA have no name.' },

  check: ({ document }) => evaluateNames(document, 'link', 'button', 'menuitem'),
})
