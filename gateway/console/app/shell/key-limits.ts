import { operationNames } from '../ui/operation-names.ts'
import type { Usage } from '../views/keys/usage-lines.ts'

/** What a key cannot do in a part of the console. */
export interface KeyLimits {
  /** What it lacks the scope of, by name. */
  readonly missing: readonly string[]
  /** What its daily limit is spent of, by name, and when that is renewed (RFC 3339). */
  readonly spent: readonly { readonly name: string; readonly resetsAt: string | null }[]
}

const batch = { batch: 'Crawls and lists' }

/** What each entry of the navigation needs: scopes, which are names of limits too. */
const needs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  inspect: operationNames,
  sites: batch,
  batches: batch,
}

/** What a key cannot do in the part `area` of the console, so that it is said before it is tried. */
export function keyLimits(
  { scopes, operations }: Pick<Usage, 'scopes' | 'operations'>,
  area: string,
): KeyLimits {
  const needed = Object.entries(needs[area] ?? {})
  const allowed = needed.filter(([scope]) => scopes.includes(scope))
  return {
    missing: needed.filter(([scope]) => !scopes.includes(scope)).map(([, name]) => name),
    spent: allowed
      .filter(([scope]) => operations[scope]?.remaining === 0)
      .map(([scope, name]) => ({ name, resetsAt: operations[scope]?.resets_at ?? null })),
  }
}
