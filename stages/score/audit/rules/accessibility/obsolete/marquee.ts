import { type ChildNode, isTag, isText } from 'domhandler'
import { hasText } from '../../../derived/names/id-references.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const marquee = rule({
  id: 'marquee',
  severity: 'warning',
  title: 'Text does not move',
  why: 'Moving text cannot be stopped; many people cannot read it, and it keeps others from reading the rest.',
  fix: 'Replace the marquee element by text that stands still.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/marquee',
  needs: ['document'],
  messages: { found: '{affected} of {total} marquee elements are shown.' },

  check({ document }) {
    const marquees = document.byTag('marquee').filter((marquee) => marquee.children.some(hasContent))
    return evaluateElements(marquees, 'found', (element) => (document.isHidden(element) ? null : ''))
  },
})

function hasContent(node: ChildNode): boolean {
  return isTag(node) || (isText(node) && hasText(node.data))
}
