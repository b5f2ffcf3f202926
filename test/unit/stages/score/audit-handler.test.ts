import { expect } from 'chai'
import { pino } from 'pino'
import { type CloudEvent, fromRecord } from '#shared/messages/events/cloud-event.ts'
import type { InspectionRequested } from '#shared/messages/events/inspection-requested.ts'
import { pageExtractedRecord } from '#shared/messages/events/page-extracted.ts'
import { type SeoAuditResult, seoAuditResult } from '#shared/operations/results/seo-audit-result.ts'
import { auditParameters } from '#shared/operations/seo-audit.ts'
import { keepMeasuredVitals } from '#shared/store/measured-vitals.ts'
import { auditHandler } from '#stages/score/audit-handler.ts'
import { type AuditTask, audit as auditTask, type ScorePool } from '#stages/score/score.worker.ts'
import { auditMaterial, PAGE_URL } from '#test/support/audit/audit-page.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'

const GOOD = '<!doctype html><html lang=en><title>A fine title of a page</title>'
const WORSE = '<!doctype html><html lang=en><title></title>'

function requestOf(id: string, parameters: object): InspectionRequested {
  return {
    id,
    operation: 'seo-audit',
    lane: 'interactive',
    parameters: auditParameters.parse({ url: PAGE_URL, ...parameters }),
    url: PAGE_URL,
    expiresAt: null,
    traceparent: null,
    timing: 'extract;dur=1.0',
  }
}

/** Audits in this thread. */
const scorePool = {
  run: async (_name: 'audit', task: AuditTask) => auditTask(task),
  stop: async () => {},
} as ScorePool

describe('audit handler', () => {
  let embedded: Embedded
  before(async () => {
    embedded = await openEmbedded()
  })
  after(() => embedded.close())

  /** The event as it is read from the log. */
  async function eventOf(request: InspectionRequested, html: string): Promise<CloudEvent> {
    const { material: input } = auditMaterial({ html })
    const { topic, key, value, headers } = await pageExtractedRecord(embedded.objects.put, request, input)
    const bytes = Object.entries(headers).map(([name, text]) => [name, Buffer.from(text)])
    const record = { topic, partition: 0, offset: 0, timestamp: 0, headers: Object.fromEntries(bytes) }
    const decoded = fromRecord({
      ...record,
      key: Buffer.from(key ?? ''),
      value: Buffer.from((value ?? '') as string),
    })
    if ('reason' in decoded) throw new Error(decoded.reason)
    return decoded.event
  }

  async function effectOf(id: string, html: string, parameters: object = {}, tenant?: string) {
    const { objects, store } = embedded
    const step = auditHandler({
      scorePool,
      objects,
      store,
      logger: pino({ level: 'silent' }),
      historyTtl: 3600,
      maxBytes: 50_000_000,
    })
    const request = { ...requestOf(id, parameters), ...(tenant !== undefined && { tenant }) }
    const event = await eventOf(request, html)
    const effect = await step.handle({ event, lane: 'interactive', signal: new AbortController().signal })
    if (!('resultJson' in effect)) throw new Error('no result')
    return effect
  }

  async function audit(id: string, html: string, parameters: object = {}): Promise<SeoAuditResult> {
    const effect = await effectOf(id, html, parameters)
    expect(effect.inspection.timing).to.match(/^extract;dur=1\.0, score;dur=/)
    return seoAuditResult.strict().parse(JSON.parse(effect.resultJson))
  }

  it('completes the inspection with the audit', async () => {
    const result = await audit('plain', GOOD, { device: 'desktop' })
    expect(result.url).to.equal(PAGE_URL)
    expect(result.diff).to.equal(null)
    expect(result.metrics?.title_length).to.equal(22)
  })

  it('returns the requested groups', async () => {
    const result = await audit('groups', GOOD, { fields: 'metrics,http', device: 'desktop' })
    expect(Object.keys(result)).to.have.members(['schema_version', 'url', 'scannedAt', 'metrics', 'http'])
  })

  it('reports no previous audit for the first one, and the changes for later ones', async () => {
    expect((await audit('one', GOOD, { compare: true })).diff?.previous).to.equal(null)
    const { diff } = await audit('two', WORSE, { compare: true })
    expect(diff?.new_issues.map(({ rule_id }) => rule_id)).to.include('title-missing')
    expect(diff?.score_deltas?.overall).to.be.below(0)
    expect(diff?.history).to.have.length(1)
    const mended = (await audit('three', GOOD, { compare: true })).diff
    expect(mended?.fixed_issues.map(({ rule_id }) => rule_id)).to.include('title-missing')
    expect(mended?.history).to.have.length(2)
  })

  it('compares with the same audit when the work is repeated', async () => {
    const repeated = (await audit('three', GOOD, { compare: true })).diff
    expect(repeated?.fixed_issues.map(({ rule_id }) => rule_id)).to.include('title-missing')
    expect(repeated?.history).to.have.length(2)
  })

  it('compares with audits of the same device only', async () => {
    expect((await audit('desk', WORSE, { compare: true, device: 'desktop' })).diff?.history).to.have.length(2)
    expect((await audit('phone', WORSE, { compare: true })).diff?.history).to.have.length(3)
  })

  it("names the owner's last measurement of the page beside the estimate", async () => {
    const measured = {
      run_id: 'run',
      created_at: '2026-03-01T11:00:00.000Z',
      ...{ lcp_ms: 900, inp_ms: 40, cls: 0, fcp_ms: 700, ttfb_ms: 80 },
      performance_score: 99,
    }
    const owner = { tenant: 'anna', url: PAGE_URL }
    await keepMeasuredVitals(embedded.store, { ...owner, device: 'desktop' }, measured)
    const namedFor = async (tenant: string, parameters: object) => {
      const effect = await effectOf(`measured ${tenant}`, GOOD, parameters, tenant)
      return JSON.parse(effect.resultJson).web_vitals?.measured
    }
    expect(await namedFor('anna', { device: 'desktop' })).to.deep.equal(measured)
    expect(await namedFor('anna', { device: 'mobile' })).to.equal(null)
    expect(await namedFor('bert', { device: 'desktop' })).to.equal(null)
    expect(await namedFor('anna', { device: 'desktop', vitals: 'none' })).to.equal(undefined)
  })

  it('reports a bot challenge', async () => {
    expect(await effectOf('page', GOOD)).to.include({ blocked: null })
    const wall = '<!doctype html><title>Just a moment...</title>'
    expect(await effectOf('wall', wall, { fields: 'metrics' })).to.include({ blocked: 'challenge' })
  })

  it('loads a page that is too large for an event', async () => {
    const result = await audit('large', `${GOOD}<p>${'word '.repeat(100_000)}`)
    expect(result.metrics?.html_bytes).to.be.above(500_000)
  })
})
