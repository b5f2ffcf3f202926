import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { hasText } from '../../../../ui/table/has-text.ts'
import { itemTexts } from '../item-words.ts'

export type Changes = NonNullable<SiteReport['changes']>
export type Change = Changes['new'][number]

/** The lists of changes, by their word in the address. */
export const changeLists = ['new', 'fixed', 'pages_added', 'pages_gone'] as const
export type ChangeList = (typeof changeLists)[number]

/** How many changes a list has in all; the report has the first thousand. */
export function totalOf(changes: Changes, list: ChangeList): number {
  return changes[`${list}_total`]
}

/** The id of the rule that found it. */
export function ruleOf({ rule_id, id }: Change): string {
  return rule_id ?? id ?? ''
}

/** The rules of a list, each with the number of its changes, the most frequent first. */
export function rulesOf(changes: readonly Change[]): (readonly [rule: string, count: number])[] {
  const counts = new Map<string, number>()
  for (const change of changes) counts.set(ruleOf(change), (counts.get(ruleOf(change)) ?? 0) + 1)
  return [...counts].sort(([a, countA], [b, countB]) => countB - countA || a.localeCompare(b, 'en'))
}

/** The changes of a rule (empty = any) that have a text. */
export function filterChanges(changes: readonly Change[], rule: string, text: string): Change[] {
  return changes.filter((one) => (rule === '' || ruleOf(one) === rule) && hasText(itemTexts(one), text))
}
