import { expect } from 'chai'
import { auditBody, keptAudit } from '#gateway/routes/inspections/audits.ts'
import { tenantIdOf } from '#shared/messages/events/inspection.ts'
import { describeRequest } from '#shared/messages/events/inspection-requested.ts'
import { type AuditRecord, auditHistoryKey } from '#shared/store/audit-history.ts'
import { type GatewayFixture, startGatewayFixture } from '../../support/gateway-fixture.ts'

const issue = { id: 'f1', rule_id: 'title-missing', severity: 'error', message: 'No title' }
const recordOf = (inspectionId: string, issues = [issue]): AuditRecord => ({
  inspectionId,
  scannedAt: '2026-01-01T00:00:00.000Z',
  ruleVersion: '1.2.3',
  overall: 87,
  byCategory: { metadata: 90, content: 80 },
  issues,
})
const described = (id: string) => ({
  id,
  scanned_at: '2026-01-01T00:00:00.000Z',
  overall: 87,
  by_category: { metadata: 90, content: 80 },
  rule_version: '1.2.3',
})

describe('auditBody', () => {
  it('has the scores, without issues', () => {
    expect(auditBody(recordOf('a'))).to.deep.equal(described('a'))
  })
})

describe('keptAudit', () => {
  it('has issues for the latest two audits, null for older ones, and is null for unknown ids', () => {
    const history = [recordOf('a'), recordOf('b', []), recordOf('c', [])]
    expect(keptAudit(history, 'a')).to.deep.equal({ ...described('a'), issues: [issue] })
    expect(keptAudit(history, 'b')).to.deep.equal({ ...described('b'), issues: [] })
    expect(keptAudit(history, 'c')).to.deep.equal({ ...described('c'), issues: null })
    expect(keptAudit(history, 'd')).to.equal(null)
  })
})

describe('routes of audits', () => {
  const url = 'http://shop.example/page'
  let gateway: GatewayFixture
  let key: string
  let other: string
  before(async () => {
    gateway = await startGatewayFixture({
      handle: async ({ event, lane }) => ({
        inspection: describeRequest(event, lane),
        resultJson: '{"schema_version":"1.0.0","url":"x"}',
      }),
    })
    key = await gateway.makeKey(['metadata', 'seo-audit'], { owner: 'firm' })
    other = await gateway.makeKey(['seo-audit'])
    const history = JSON.stringify([recordOf('new'), recordOf('b'), recordOf('old', [])])
    const name = auditHistoryKey({ tenant: tenantIdOf('firm'), url, device: 'mobile' })
    await gateway.embedded.store.set(name, history, 60)
  })
  after(() => gateway.stop())

  const page = `url=${encodeURIComponent(url)}`
  const call = async (target: string, as = key) => {
    const { status, json } = await gateway.call(as, target)
    return [status, json()]
  }

  it('list the audits of a page, of the owner and the device, latest first', async () => {
    const all = { audits: ['new', 'b', 'old'].map(described) }
    expect(await call(`/audits?${page}`)).to.deep.equal([200, all])
    expect(await call(`/audits?${page}%23top&device=mobile`)).to.deep.equal([200, all])
    expect(await call(`/audits?${page}&device=desktop`)).to.deep.equal([200, { audits: [] }])
    expect(await call(`/audits?${page}`, other)).to.deep.equal([200, { audits: [] }])
  })

  it('send the full result while it is readable', async () => {
    const headers = { Prefer: 'respond-async' }
    const { location = '' } = (await gateway.call(key, `/seo-audit?${page}`, { headers })).headers
    const id = location.slice('/inspections/'.length)
    while ((await gateway.call(key, location)).status === 202);
    expect(await call(`/audits/${id}`)).to.deep.equal([200, { schema_version: '1.0.0', url: 'x' }])
    expect((await call(`/audits/${id}`, other))[0]).to.equal(404)
  })

  it('send what is kept of an older audit, to its owner, when its page is named', async () => {
    expect(await call(`/audits/old?${page}`)).to.deep.equal([200, { ...described('old'), issues: null }])
    expect((await call('/audits/old'))[0]).to.equal(404)
    expect((await call(`/audits/old?${page}&device=desktop`))[0]).to.equal(404)
    expect((await call(`/audits/old?${page}`, other))[0]).to.equal(404)
  })

  it('do not send results of other operations', async () => {
    const headers = { Prefer: 'respond-async' }
    const { location = '' } = (await gateway.call(key, `/metadata?${page}`, { headers })).headers
    while ((await gateway.call(key, location)).status === 202);
    expect((await call(`/audits/${location.slice('/inspections/'.length)}`))[0]).to.equal(404)
  })

  it('need the scope and right parameters', async () => {
    const narrow = await gateway.makeKey(['metadata'])
    for (const target of [`/audits?${page}`, '/audits/x']) {
      expect((await call(target, narrow))[0]).to.equal(403)
      expect((await gateway.call(null, target)).status).to.equal(401)
    }
    for (const [query, parameter] of [
      ['', 'url'],
      ['url=none', 'url'],
      [`${page}&device=tablet`, 'device'],
      [`${page}&limit=1`, 'limit'],
      [`${page}&${page}`, 'url'],
    ]) {
      const { status, json } = await gateway.call(key, `/audits?${query}`)
      expect([status, json().error.code, json().error.details.parameter], query).to.deep.equal([
        400,
        'VALIDATION_ERROR',
        parameter,
      ])
    }
  })
})
