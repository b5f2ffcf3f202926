import { expect } from 'chai'
import type { RefusalReason } from '#shared/egress/policy/target-decision.ts'
import { refused, unresolved } from '#shared/egress/policy/target-decision.ts'

describe('refused and unresolved', () => {
  // infra/docs/clients.md#error-shapes: `<parameter> <reason>`, e.g. `url must be a valid http or https URL`.
  const messages: [RefusalReason, string][] = [
    ['invalid_url', 'url must be a valid http or https URL'],
    ['scheme_not_allowed', 'url must use the http or https scheme'],
    ['credentials_not_allowed', 'url must not contain credentials'],
    ['port_not_allowed', 'url must use an allowed port'],
    ['name_not_allowed', 'url must not point to a local or internal host'],
    ['address_not_allowed', 'url must not point to a private or reserved address'],
  ]
  for (const [reason, message] of messages) {
    it(`return for ${reason}: ${message}`, () => {
      expect(refused(reason)).to.deep.equal({ kind: 'refused', reason, message })
    })
  }

  it('distinguish a name without addresses from a DNS timeout', () => {
    expect(unresolved('dns_failure')).to.include({ kind: 'unresolvable', reason: 'dns_failure' })
    expect(unresolved('dns_timeout')).to.include({ kind: 'unresolvable', reason: 'dns_timeout' })
    expect(unresolved('dns_failure').message).not.to.equal(unresolved('dns_timeout').message)
  })
})
