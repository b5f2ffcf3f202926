import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { emptyTableHeader } from './empty-table-header.ts'
import { scopeAttrValid } from './scope-attr-valid.ts'
import { tableDuplicateName } from './table-duplicate-name.ts'
import { tdHeadersAttr } from './td-headers-attr.ts'
import { thHasDataCells } from './th-has-data-cells.ts'

/** Rules about tables, in the order of the catalogue. */
export const tablesRules: readonly Rule[] = [
  tdHeadersAttr,
  thHasDataCells,
  scopeAttrValid,
  emptyTableHeader,
  tableDuplicateName,
]
