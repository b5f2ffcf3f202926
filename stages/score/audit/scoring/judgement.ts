import { clip } from '../clip.ts'
import type { Rule, Verdict } from '../rule.ts'

/** What one rule said of one page. */
export interface Judgement {
  readonly rule: Rule
  readonly verdict: Verdict
}

export interface Failed extends Judgement {
  readonly verdict: Verdict & { kind: 'fail' }
}

function isFailed(judgement: Judgement): judgement is Failed {
  return judgement.verdict.kind === 'fail'
}

export function failedOf(judgements: readonly Judgement[]): Failed[] {
  return judgements.filter(isFailed)
}

/** The message of a failure with its values filled in. */
export function messageOf({ rule, verdict }: Failed): string {
  const { values, message } = verdict
  return (rule.messages[message] ?? message).replace(/\{(\w+)\}/g, (whole, name: string) =>
    clip(String(values[name] ?? whole)),
  )
}
