import { expect } from 'chai'
import { type AuditHistoryKey, auditHistoryKey, readAuditHistory } from '#shared/store/audit-history.ts'

const page: AuditHistoryKey = { tenant: 'one', url: 'https://shop.example/', device: 'mobile' }

describe('auditHistoryKey', () => {
  it('is the same for a URL with another fragment, and for the same URL written otherwise', () => {
    for (const url of ['https://shop.example/#top', 'https://SHOP.example:443', 'https://shop.example/#'])
      expect(auditHistoryKey({ ...page, url }), url).to.equal(auditHistoryKey(page))
  })

  it('differs by URL, device and tenant', () => {
    const others: Partial<AuditHistoryKey>[] = [
      { url: 'https://shop.example/?a' },
      { device: 'desktop' },
      { tenant: 'two' },
      { tenant: undefined },
    ]
    const keys = [{}, ...others].map((more) => auditHistoryKey({ ...page, ...more }))
    expect(new Set(keys).size).to.equal(5)
  })

  it('has the form that stored histories have', () => {
    // SHA-256 of "one mobile https://shop.example/".
    expect(auditHistoryKey(page)).to.match(/^audits:[0-9a-f]{64}$/)
  })
})

describe('readAuditHistory', () => {
  it('is empty where nothing is stored', async () => {
    expect(await readAuditHistory({ get: async () => null }, page)).to.deep.equal([])
  })

  it('returns what is stored under the key', async () => {
    const get = async (key: string) => (key === auditHistoryKey(page) ? '[{"overall":90}]' : null)
    expect(await readAuditHistory({ get }, page)).to.deep.equal([{ overall: 90 }])
  })
})
