import { expect } from 'chai'
import { EgressRefused, Unresolvable } from '#shared/egress/connect/guarded-connector.ts'
import { refused, unresolved } from '#shared/egress/policy/target-decision.ts'

describe('EgressRefused and Unresolvable', () => {
  it('carry reason and message of the decision', () => {
    const error = new EgressRefused(refused('address_not_allowed'))
    expect(error).to.be.instanceOf(Error)
    expect(error).to.include({ name: 'EgressRefused', code: 'EGRESS_REFUSED', reason: 'address_not_allowed' })
    expect(error.message).to.equal('url must not point to a private or reserved address')
  })

  it('distinguish a name without address from a refusal', () => {
    const error = new Unresolvable(unresolved('dns_timeout'))
    expect(error).to.include({ name: 'Unresolvable', code: 'UNRESOLVABLE', reason: 'dns_timeout' })
    expect(error).not.to.be.instanceOf(EgressRefused)
  })
})
