import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { definitionList } from './definition-list.ts'
import { dlitem } from './dlitem.ts'
import { list } from './list.ts'
import { listitem } from './listitem.ts'

/** Rules about lists, in the order of the catalogue. */
export const listsRules: readonly Rule[] = [list, listitem, definitionList, dlitem]
