import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { nearestIn } from '../page/tree.ts'

/** `label` elements by the id in their `for` attribute. */
const labelsById = memoize((document: PageDocument): ReadonlyMap<string, readonly Element[]> => {
  const labels = new Map<string, Element[]>()
  for (const label of document.byTag('label')) {
    const id = label.attribs.for
    if (id === undefined) continue
    const others = labels.get(id)
    if (others === undefined) labels.set(id, [label])
    else others.push(label)
  }
  return labels
})

const labelAround = memoize((document: PageDocument) => nearestIn(new Set(document.byTag('label'))))
const labelable = new Set('button input meter output progress select textarea'.split(' '))

/**
 * The labels of a control: those for its id, then the one around it (HTML Standard, 4.10.4); none of an element
 * that takes no labels. Where several controls share an id, browsers give the labels to the first; the repeated id
 * is reported by another rule.
 */
export function labelsOf(document: PageDocument, control: Element): readonly Element[] {
  if (!labelable.has(control.name)) return []
  const { id } = control.attribs
  const explicit = id === undefined ? [] : (labelsById(document).get(id) ?? [])
  const around = labelAround(document)(control)
  if (around === null || explicit.includes(around)) return explicit
  return around.attribs.for === undefined ? [...explicit, around] : explicit
}
