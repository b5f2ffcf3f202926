/** The plans of keys. */
export const plans = ['free', 'pro', 'enterprise'] as const

/** What a key may be allowed to do. */
export const scopes = ['snapshot', 'metadata', 'performance', 'seo-audit', 'batch'] as const

/** The form of a new key, as typed. */
export interface KeyDraft {
  readonly label: string
  readonly plan: string
  readonly scopes: readonly string[]
  readonly owner: string
  /** Daily limits by their names; empty = the plan's. */
  readonly limits: Readonly<Record<string, string>>
  /** Seconds; empty = any age. */
  readonly metadataTtl: string
  readonly isAdmin: boolean
  readonly isUnthrottled: boolean
}

export const emptyDraft: KeyDraft = {
  label: '',
  plan: 'free',
  scopes: scopes.filter((scope) => scope !== 'batch'),
  owner: '',
  limits: {},
  metadataTtl: '',
  isAdmin: false,
  isUnthrottled: false,
}

/** The message of each wrong field, by its name in the API. */
export type Problems = Readonly<Record<string, string>>

const MAX_LABEL = 200
const WHOLE = /^\d{1,9}$/
const OWNER = /^[\w.@-]{1,64}$/
const CONTROL = /\p{Cc}/u

/** What is wrong with a draft before it is sent; empty = nothing. */
export function problemsOf(draft: KeyDraft): Problems {
  const problems: Record<string, string> = {}
  if (CONTROL.test(draft.label) || draft.label.length > MAX_LABEL)
    problems.label = `must be one line of at most ${MAX_LABEL} characters`
  if (draft.scopes.length === 0) problems.scopes = 'choose at least one scope'
  if (draft.owner !== '' && !OWNER.test(draft.owner))
    problems.owner = 'must be 1 to 64 letters, digits or _ . @ -'
  if (draft.metadataTtl !== '' && !WHOLE.test(draft.metadataTtl))
    problems.metadata_ttl_seconds = 'must be a whole number of seconds'
  for (const [name, text] of Object.entries(draft.limits))
    if (text !== '' && !WHOLE.test(text)) problems[`limits.${name}`] = 'must be a whole number'
  return problems
}

/** The body of `POST /keys` that a draft without problems means. Fields that were left empty are left out. */
export function bodyOf(draft: KeyDraft): Readonly<Record<string, unknown>> {
  const limits = Object.entries(draft.limits).filter(([, text]) => text !== '')
  return {
    label: draft.label.trim(),
    plan: draft.plan,
    scopes: draft.scopes,
    ...(draft.isAdmin && { admin: true }),
    ...(draft.isUnthrottled && { unthrottled: true }),
    ...(draft.owner !== '' && { owner: draft.owner }),
    ...(limits.length > 0 && {
      limits: Object.fromEntries(limits.map(([name, text]) => [name, Number(text)])),
    }),
    ...(draft.metadataTtl !== '' && { metadata_ttl_seconds: Number(draft.metadataTtl) }),
  }
}

/** Scopes that the API gives by a member of their own, and the field of the draft. */
export const switches = { admin: 'isAdmin', unthrottled: 'isUnthrottled' } as const

/** Sets or clears a scope; the order is that of the API. */
export function withScope(draft: KeyDraft, scope: string, isOn: boolean): KeyDraft {
  const chosen = isOn ? [...draft.scopes, scope] : draft.scopes.filter((one) => one !== scope)
  return { ...draft, scopes: scopes.filter((one) => chosen.includes(one)) }
}
