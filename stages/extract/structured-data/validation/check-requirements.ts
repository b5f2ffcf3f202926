import { type ItemGraph, type ItemNode, type ItemValue, isReference } from '../item-graph.ts'
import { vocabulary } from '../vocabulary.ts'
import { type Findings, itemsIn, pathTo, type Severity, typeNameOf, type Visit } from './findings.ts'
import {
  type Need,
  partsOfAny,
  passages,
  type Requirements,
  type RichResult,
  requirements,
  richResults,
} from './requirements.data.ts'

/** Maximum nesting of parts that are checked; `itemListElement` may contain itself. */
const maxPartDepth = 8

function isSaid(value: ItemValue): boolean {
  return typeof value !== 'string' || value.trim() !== ''
}

/** Whether items have a value at the end of a path. Each item is looked at once for a path: many may refer to it. */
class Paths {
  readonly #known = new Map<string, Map<ItemNode, boolean>>()

  has(graph: ItemGraph, node: ItemNode, path: readonly string[]): boolean {
    const key = path.join('.')
    const known = this.#known.get(key) ?? new Map<ItemNode, boolean>()
    this.#known.set(key, known)
    const has = known.get(node) ?? this.#find(graph, node, path)
    known.set(node, has)
    return has
  }

  #find(graph: ItemGraph, node: ItemNode, [property = '', ...rest]: readonly string[]): boolean {
    const values = node.properties.get(property) ?? []
    if (rest.length === 0) return values.some(isSaid)
    return values.some((value) => {
      const item = graph.nodeOf(value)
      // An item that is described elsewhere cannot be checked here.
      return item === null ? isReference(value) : this.has(graph, item, rest)
    })
  }
}

/** One way to meet a need: a value at the path, or the wanted one of a property. */
interface Alternative {
  readonly path: readonly string[]
  readonly wanted: string | undefined
}

const read = new Map<Need, readonly Alternative[]>()

/** The alternatives of a need; each need of the data is read once. */
function alternativesOf(need: Need): readonly Alternative[] {
  const known = read.get(need)
  if (known) return known
  const alternatives = need.split('|').map((alternative): Alternative => {
    const [path = '', wanted] = alternative.split('=')
    return { path: wanted === undefined ? path.split('.') : [path], wanted }
  })
  read.set(need, alternatives)
  return alternatives
}

function isOfType(node: ItemNode, name: string): boolean {
  return node.types.some((type) => vocabulary().isA(type, name))
}

/** The requirements for an item: those of its type, else those without a type. */
function matchingRequirement(node: ItemNode, names: readonly string[]): string | null {
  if (node.types.length === 0) return names.at(-1) ?? null
  return names.find((name) => !vocabulary().hasType(name) || isOfType(node, name)) ?? null
}

const partsOfAnyItem = Object.entries(partsOfAny)

const resultsByType = new Map<string, ReadonlySet<RichResult>>()

/** The rich results that are made of items of a type; those of each type of the vocabulary are found once. */
function resultsOf(own: string): ReadonlySet<RichResult> {
  const known = resultsByType.get(own)
  if (known) return known
  const isMade = ({ type, except = [], isExact }: RichResult): boolean =>
    isExact
      ? own === type
      : vocabulary().isA(own, type) && !except.some((other) => vocabulary().isA(own, other))
  const results = new Set(richResults.filter(isMade))
  // The vocabulary's own string: one that was cut out of a page keeps the page in memory.
  const name = vocabulary().spelledType(own)
  if (name === own) resultsByType.set(name, results)
  return results
}

/** Checks items against Google's requirements for their rich results. */
export class RequirementCheck {
  readonly #findings: Findings
  readonly #checked = new Map<ItemNode, Set<string>>()
  readonly #paths = new Paths()

  constructor(findings: Findings) {
    this.#findings = findings
  }

  check(visit: Visit, isRoot: boolean): void {
    const { node, parent } = visit
    if (isRoot || (parent !== null && passages.has(parent.property)))
      for (const name of this.#wanted(visit)) this.#check(visit, name, 0)
    for (const [property, names] of partsOfAnyItem)
      if (node.properties.has(property)) this.#checkPart(visit, property, names, 0)
  }

  #wanted({ node, graph }: Visit): readonly string[] {
    const ofTypes = node.types.map(resultsOf)
    const fit = richResults.filter(
      (result) =>
        ofTypes.some((results) => results.has(result)) &&
        (result.when === undefined || this.#meets(graph, node, result.when)),
    )
    if (fit.length === 0) return []
    const lowest = fit.filter(
      ({ type }) => !fit.some((other) => other.type !== type && vocabulary().isA(other.type, type)),
    )
    return [...new Set(lowest.flatMap((result) => result.requirements))]
  }

  #meets(graph: ItemGraph, node: ItemNode, need: Need): boolean {
    return alternativesOf(need).some(({ path, wanted }) => {
      if (wanted === undefined) return this.#paths.has(graph, node, path)
      return (node.properties.get(path[0] ?? '') ?? []).some((value) => String(value) === wanted)
    })
  }

  #check(visit: Visit, name: string, depth: number): void {
    const done = this.#checked.get(visit.node) ?? new Set()
    this.#checked.set(visit.node, done)
    if (done.has(name) || depth > maxPartDepth) return
    done.add(name)
    const wanted: Requirements = requirements[name] ?? {}
    this.#checkProperties(visit, wanted)
    for (const [property, names] of Object.entries(wanted.parts ?? {}))
      this.#checkPart(visit, property, names, depth + 1)
  }

  /** A missing property is reported once: a required one is not reported as recommended too. */
  #checkProperties(visit: Visit, { required = [], recommended = [] }: Requirements): void {
    const isMissing = (need: Need): boolean => !this.#meets(visit.graph, visit.node, need)
    const missing = required.filter(isMissing)
    const requested = new Set(missing.flatMap((need) => need.split('|')))
    for (const need of missing) this.#report(visit, 'error', need)
    for (const need of recommended)
      if (!requested.has(need) && isMissing(need)) this.#report(visit, 'warning', need)
  }

  #checkPart(visit: Visit, property: string, names: readonly string[], depth: number): void {
    for (const part of itemsIn(visit.graph, visit.node, visit.path, property)) {
      const name = matchingRequirement(part.node, names)
      if (name !== null) this.#check(part, name, depth)
    }
  }

  #report({ node, path }: Visit, severity: Severity, need: Need): void {
    const options = need.split('|').filter((option) => !option.includes('='))
    const list = options.join(' or ')
    const message = severity === 'error' ? `${list} is required` : `${list} is recommended`
    this.#findings.add(severity, {
      rule: severity === 'error' ? 'sd-required-missing' : 'sd-recommended-missing',
      type: typeNameOf(node),
      path: pathTo(path, options[0] ?? '', 0, 1),
      message,
      offset: node.offset,
    })
  }
}
