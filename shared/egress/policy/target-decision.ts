/** Why a target is refused. Shown to clients as is: says nothing about addresses. */
export type RefusalReason =
  | 'invalid_url'
  | 'scheme_not_allowed'
  | 'credentials_not_allowed'
  | 'port_not_allowed'
  | 'name_not_allowed'
  | 'address_not_allowed'

/** The policy's answer about one URL. `addresses` are the judged ones: connect to these and to no other. */
export type TargetDecision =
  | { readonly kind: 'allowed'; readonly url: URL; readonly addresses: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: RefusalReason; readonly message: string }
  | {
      readonly kind: 'unresolvable'
      readonly reason: 'dns_failure' | 'dns_timeout'
      readonly message: string
    }
