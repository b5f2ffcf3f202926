import type { ItemNode, ItemValue } from '../item-graph.ts'
import { vocabulary } from '../vocabulary.ts'
import { type Findings, itemsIn, pathTo, type Visit } from './findings.ts'

const minSteps = 2

function positionOf({ properties }: ItemNode): number {
  const value: ItemValue | undefined = properties.get('position')?.[0]
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
}

/** Checks that breadcrumbs have two steps, numbered from 1, each but the last with a URL (Google, "Breadcrumb"). */
export function checkBreadcrumbs({ node, path, graph }: Visit, findings: Findings): void {
  if (!node.types.some((type) => vocabulary().isA(type, 'BreadcrumbList'))) return
  const steps = [...itemsIn(graph, node, path, 'itemListElement')]
  const place = { rule: 'sd-breadcrumb-invalid', type: 'BreadcrumbList', offset: node.offset } as const
  const complain = (where: string, message: string): void =>
    findings.add('warning', { ...place, path: where, message })
  const list = pathTo(path, 'itemListElement', 0, 1)
  if (steps.length === 0) return
  if (steps.length < minSteps) complain(list, 'a breadcrumb trail has at least two steps')
  const positions = steps.map((step) => positionOf(step.node)).toSorted((one, other) => one - other)
  const isNumbered = positions.every((position, index) => position === index + 1)
  if (positions.every(Number.isFinite) && !isNumbered) complain(list, 'positions are not 1, 2, 3 …')
  const last = positions.filter(Number.isFinite).reduce((highest, one) => Math.max(highest, one), 0)
  for (const step of steps) {
    const isLast = positionOf(step.node) === last || (last === 0 && step === steps.at(-1))
    if (!isLast && !step.node.properties.has('item'))
      complain(step.path, 'item is missing before the last step')
  }
}
