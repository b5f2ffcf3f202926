import { expect } from 'chai'
import type { CloudEvent } from '#shared/messages/events/cloud-event.ts'
import {
  batchOfItem,
  hasSeal,
  hasValidSeal,
  isItemId,
  isReleasedAgain,
  sealRecord,
  verifiedLease,
  withLease,
} from '#shared/messages/events/seal.ts'
import { asRead } from '../log-record.ts'

const BATCH = '5f0c7d0e-6c1c-4c6e-9d43-9c1f3a1f2b00'
const ID = `${BATCH}.7`
const record = { topic: 't', key: null, value: null, headers: { ce_id: ID, ce_tenant: 'ab' } }
const event = (id: string, tenant?: string) =>
  ({ id, attributes: tenant === undefined ? {} : { tenant } }) as unknown as CloudEvent

describe('seal', () => {
  it('holds for the id and the tenant of its record, and for nothing else', () => {
    const sealed = asRead(sealRecord(record, 'secret'))
    expect(hasValidSeal(sealed, event(ID, 'ab'), 'secret')).to.equal(true)
    for (const [id, tenant, secret] of [
      [`${BATCH}.8`, 'ab', 'secret'],
      [ID, 'ac', 'secret'],
      [ID, undefined, 'secret'],
      [ID, 'ab', 'another'],
    ] as const)
      expect(hasValidSeal(sealed, event(id, tenant), secret), `${id} ${tenant} ${secret}`).to.equal(false)
  })

  it('holds for the manners of its record, and not for others or those that it has not', () => {
    const withPoliteness = (politeness: string) => ({
      ...record,
      headers: { ...record.headers, ce_politeness: politeness },
    })
    const polite = asRead(sealRecord(withPoliteness('delay=5'), 'secret'))
    const has = (sealed: typeof polite, politeness: string) =>
      hasValidSeal(sealed, { id: ID, attributes: { tenant: 'ab', politeness } }, 'secret')
    expect(has(polite, 'delay=5')).to.equal(true)
    expect(has(polite, 'delay=0;unthrottled')).to.equal(false)
    expect(has(asRead(sealRecord(record, 'secret')), 'delay=5')).to.equal(false)
    // Stages of a former version, which know no manners, accept the item.
    expect(hasValidSeal(polite, event(ID, 'ab'), 'secret')).to.equal(true)
  })

  it('is told from no seal, whether it is valid or not', () => {
    const forged = asRead({ ...record, headers: { ...record.headers, pp_origin: 'x' } })
    expect([asRead(record), forged].map(hasSeal)).to.deep.equal([false, true])
    for (const one of [asRead(record), forged])
      expect(hasValidSeal(one, event(ID, 'ab'), 'secret')).to.equal(false)
  })

  it('protects the number of a release together with the id', () => {
    const third = asRead(withLease(record, ID, 3, 'secret'))
    expect(verifiedLease(third, ID, 'secret')).to.equal(3)
    expect(verifiedLease(third, `${BATCH}.8`, 'secret')).to.equal(null)
    expect(verifiedLease(third, ID, 'another')).to.equal(null)
    const lease = third.headers.pp_lease?.toString() ?? ''
    for (const changed of [lease.replace('3.', '4.'), lease.replace('3.', '03.'), `${lease}x`, '3.', '']) {
      const forged = { headers: { pp_lease: Buffer.from(changed) } }
      expect(verifiedLease(forged, ID, 'secret'), changed).to.equal(null)
    }
  })

  it('tells a repeated release from the first one', () => {
    const releases = [1, 2, 10, 19].map((lease) => asRead(withLease(record, ID, lease, 'secret')))
    expect(releases.map(isReleasedAgain)).to.deep.equal([false, true, true, true])
    expect(isReleasedAgain(asRead(record))).to.equal(false)
  })

  it('is for the ids of batch items', () => {
    expect([ID, `${BATCH}.0`].every(isItemId)).to.equal(true)
    expect([ID, `${BATCH}.0`].map(batchOfItem)).to.deep.equal([BATCH, BATCH])
    for (const id of [BATCH, `${BATCH}.`, `${BATCH}.x`, `x${ID}`, `${ID} `, ID.toUpperCase(), ''])
      expect([isItemId(id), batchOfItem(id)], id).to.deep.equal([false, null])
  })
})
