import type { RefusalReason, TargetDecision } from './target-decision.ts'

export type Refused = Extract<TargetDecision, { kind: 'refused' }>
export type Unresolved = Extract<TargetDecision, { kind: 'unresolvable' }>

/** What clients read. One text for all addresses, so that an answer never tells what a name resolved to. */
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

export function refused(reason: RefusalReason): Refused {
  return { kind: 'refused', reason, message: messages[reason] }
}

export function unresolved(reason: Unresolved['reason']): Unresolved {
  return { kind: 'unresolvable', reason, message: messages[reason] }
}
