import type { ItemNode } from '../item.ts'

/** Rules of the catalogue that structured data is judged by. */
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

/** One thing that is wrong with the structured data of a page. */
export interface Finding {
  readonly rule: RuleId
  /** Type of the item; null where the fault is in no item. */
  readonly type: string | null
  /** From the item at the top, e.g. `offers[1].price`; '' for that item itself. */
  readonly path: string
  readonly message: string
  /** Where it stands in the decoded text of the page, as near as is known. */
  readonly offset: number
}

/** Findings of one severity that are kept; the rest only makes `isCut`. */
const maxFindings = 1_000

/** Characters of a path: pages can nest long names deep. */
const maxPathChars = 500

export type Severity = 'error' | 'warning' | 'notice'

/** Gathers findings by severity, each once. */
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

/** How an item is called in findings. */
export function typeNameOf({ types, otherTypes }: Pick<ItemNode, 'types' | 'otherTypes'>): string | null {
  return types[0] ?? otherTypes[0] ?? null
}
