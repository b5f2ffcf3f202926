import { expect } from 'chai'
import type { AuditHistoryKey, AuditRecord } from '#shared/store/audit-history.ts'
import { addToHistory } from '#stages/score/audit/history/audit-history.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'

const page: AuditHistoryKey = { tenant: 'one', url: 'https://shop.example/#top', device: 'mobile' }

function record(inspectionId: string): AuditRecord {
  return {
    inspectionId,
    scannedAt: '2026-11-23T00:00:00.000Z',
    ruleVersion: '1.0.0',
    overall: 90,
    byCategory: {},
    issues: [],
  }
}

describe('addToHistory', () => {
  let embedded: Embedded
  beforeEach(async () => {
    embedded = await openEmbedded()
  })
  afterEach(() => embedded.close())

  const add = async (id: string, more: Partial<AuditHistoryKey> = {}) => {
    const history = await addToHistory(embedded.store, { ...page, ...more }, record(id), 3600)
    return history.map(({ inspectionId }) => inspectionId)
  }

  it('keeps the histories of tenants apart', async () => {
    await add('a')
    expect(await add('b')).to.deep.equal(['a'])
    expect(await add('c', { tenant: 'another' })).to.deep.equal([])
    expect(await add('d', { tenant: undefined })).to.deep.equal([])
    expect(await add('e', { device: 'desktop' })).to.deep.equal([])
    expect(await add('f', { url: 'https://shop.example/' })).to.deep.equal(['b', 'a'])
  })

  it('loses no audit of several that end at the same time', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, at) => add(`at once ${at}`)))
    expect(new Set(await add('last'))).to.have.property('size', 20)
  })
})
