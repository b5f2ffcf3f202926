import { nameFault } from '../../../derived/names/accessible-name.ts'
import { isAskedByRole } from '../../../derived/names/asked-by-role.ts'
import { holdersOfNamelessImages } from '../../../derived/names/nameless.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const linkName = rule({
  id: 'link-name',
  severity: 'error',
  title: 'Links without text',
  passTitle: 'Links have text',
  why: 'A link without text is announced as "link" or by its URL. Screen reader users and search engines cannot tell where it leads.',
  fix: 'Add text to the link, or a name: alt for an image in it, aria-label for an icon.',
  effort: 'minutes',
  impact: 'high',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/c487ae/',
  excludes:
    'A link whose image lacks alternative text is reported by `image-alt`. A link whose role makes it a button, menu item or another control with a name rule of its own is checked by that rule, and an element with role="link" by `aria-command-name`.',
  needs: ['document'],
  messages: { missing: '{affected} of {total} {total:link|links} {affected:has|have} no text: {first}.' },

  check({ document }) {
    const links = document.byTag('a').filter((link) => {
      if (link.attribs.href === undefined) return false
      return document.isExposed(link) && !isAskedByRole(document, link)
    })
    return evaluateElements(links, 'missing', (link) => {
      const fault = nameFault(document, link)
      if (fault === '' && holdersOfNamelessImages(document).has(link)) return null
      return fault === '' ? (link.attribs.href ?? '') : fault
    })
  },
})
