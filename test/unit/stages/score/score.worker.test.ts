import { expect } from 'chai'
import { startThreadPool } from '#shared/async/threads/thread-pool.ts'
import { seoAuditResult } from '#shared/operations/results/seo-audit-result.ts'
import type { ScorePool } from '#stages/score/score.worker.ts'
import { auditMaterial, PAGE_URL } from '#test/support/audit/audit-page.ts'

const request = { url: PAGE_URL, device: 'mobile', vitals: 'synthetic' } as const
const program = new URL('../../../../stages/score/score.worker.ts', import.meta.url)

describe('audit thread', () => {
  const pool: ScorePool = startThreadPool({ program, threads: 1, timeoutMs: 20_000, memoryMb: 256 })
  after(() => pool.stop())

  it('audits a page', async () => {
    const html = '<!doctype html><html lang=en><title>A page</title>'
    const { material: input, body } = auditMaterial({ html })
    const options = { tenant: null, isUrgent: false, signal: new AbortController().signal, moved: body }
    const { result, crashed } = await pool.run('audit', { input, body, request }, options)
    expect(seoAuditResult.safeParse(result).error?.issues ?? []).to.deep.equal([])
    expect(result.issues.map(({ source_rule }) => source_rule)).to.include('viewport-missing')
    expect(crashed).to.deep.equal([])
  })
})
