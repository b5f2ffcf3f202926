/** Why a target is refused. Clients see it, so it tells nothing about addresses. */
export const refusalReasons = [
  'invalid_url',
  'scheme_not_allowed',
  'credentials_not_allowed',
  'port_not_allowed',
  'name_not_allowed',
  'address_not_allowed',
] as const

export type RefusalReason = (typeof refusalReasons)[number]

/** The decision of the policy on one URL. `addresses` are the checked ones: connect only to these. */
export type EgressDecision =
  | { readonly kind: 'allowed'; readonly url: URL; readonly addresses: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: RefusalReason; readonly message: string }
  | {
      readonly kind: 'unresolvable'
      readonly reason: 'dns_failure' | 'dns_timeout'
      readonly message: string
    }

export type Refused = Extract<EgressDecision, { kind: 'refused' }>
export type Unresolved = Extract<EgressDecision, { kind: 'unresolvable' }>

/**
 * Messages for clients. All addresses have the same text, so that an answer never tells what a name resolves
 * to.
 */
const messages: Readonly<Record<RefusalReason | Unresolved['reason'], string>> = {
  invalid_url: 'url must be a valid http or https URL',
  scheme_not_allowed: 'url must use the http or https scheme',
  credentials_not_allowed: 'url must not contain credentials',
  port_not_allowed: 'url must use an allowed port',
  name_not_allowed: 'url must not point to a local or internal host',
  address_not_allowed: 'url must not point to a private or reserved address',
  dns_failure: 'the host name of the url could not be resolved',
  dns_timeout: 'the host name of the url was not resolved in time',
}

/** A refusal with the message of its reason. */
export function refused(reason: RefusalReason): Refused {
  return { kind: 'refused', reason, message: messages[reason] }
}

/** A decision on a name without address, with the message of its reason. */
export function unresolved(reason: Unresolved['reason']): Unresolved {
  return { kind: 'unresolvable', reason, message: messages[reason] }
}
