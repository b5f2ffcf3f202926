import type { ItemNode } from '../item.ts'

/** Rules of the catalogue about structured data. */
export type RuleId =
  | 'jsonld-syntax'
  | 'jsonld-no-context'
  | 'jsonld-no-type'
  | 'microdata-broken'
  | 'sd-unknown-type'
  | 'sd-unknown-property'
  | 'sd-required-missing'
  | 'sd-recommended-missing'
  | 'sd-invalid-value'
  | 'sd-breadcrumb-invalid'
  | 'sd-rich-result-retired'

/** One fault in the structured data of a page. */
export interface Finding {
  readonly rule: RuleId
  /** Type of the item; null for a fault outside items. */
  readonly type: string | null
  /** Path from the top-level item, e.g. `offers[1].price`; '' for that item itself. */
  readonly path: string
  readonly message: string
  /** Offset in the decoded text of the page, as close as known. */
  readonly offset: number
}

/** Maximum number of findings of one severity; more of them set `isCut`. */
const maxFindings = 1_000

/** Maximum characters of a path: pages can nest long names deep. */
const maxPathChars = 500

export type Severity = 'error' | 'warning' | 'notice'

/** Collects findings by severity, each once. */
export class Findings {
  readonly error: Finding[] = []
  readonly warning: Finding[] = []
  readonly notice: Finding[] = []
  isCut = false

  add(severity: Severity, finding: Finding): void {
    if (this[severity].length >= maxFindings) this.isCut = true
    else this[severity].push({ ...finding, path: finding.path.slice(0, maxPathChars) })
  }
}

/** Name of an item's type in findings. */
export function typeNameOf({ types, otherTypes }: Pick<ItemNode, 'types' | 'otherTypes'>): string | null {
  return types[0] ?? otherTypes[0] ?? null
}
