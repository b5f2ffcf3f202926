import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { soft404 } from './soft-404.ts'
import { status4xx } from './status-4xx.ts'
import { status5xx } from './status-5xx.ts'

/** Rules about the status of the response, in the order of the catalogue. */
export const statusRules: readonly Rule[] = [status4xx, status5xx, soft404]
