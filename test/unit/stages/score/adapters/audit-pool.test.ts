import { expect } from 'chai'
import { pino } from 'pino'
import { seoAuditResult } from '#shared/operations/results/seo-audit-result.ts'
import { type AuditPool, type AuditPoolOptions, startAuditPool } from '#stages/score/adapters/audit-pool.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { auditMaterial, PAGE_URL } from '#test/support/audit/audit-page.ts'

const request = { url: PAGE_URL, device: 'mobile', vitals: 'synthetic' } as const
const never = new AbortController().signal

const task = (html: string) => {
  const { material: input, body } = auditMaterial({ html })
  return { input, body, request }
}

describe('audit pool', function () {
  this.timeout(60_000)
  let auditPool: AuditPool
  const start = (own: Partial<AuditPoolOptions> = {}) => {
    auditPool = startAuditPool({
      threads: 1,
      timeoutMs: 20_000,
      memoryMb: 256,
      logger: pino({ level: 'silent' }),
      ...own,
    })
    return auditPool
  }
  afterEach(() => auditPool.stop())

  it('audits a page', async () => {
    const { result, crashed } = await start().run(
      task('<!doctype html><html lang=en><title>A page</title>'),
      never,
    )
    expect(seoAuditResult.safeParse(result).error?.issues ?? []).to.deep.equal([])
    expect(result.issues.map(({ source_rule }) => source_rule)).to.include('viewport-missing')
    expect(crashed).to.deep.equal([])
  })

  it('rejects a page that takes too long, and audits the next one', async () => {
    const slow = start({ timeoutMs: 150 })
    const error = await rejectionOf(slow.run(task('<a href=x>y</a>'.repeat(100_000)), never))
    expect(error).to.include({ code: 'TIMEOUT' })
    await auditPool.stop()
    const { result } = await start().run(task('<title>Next</title>'), never)
    expect(result.metrics.title_length).to.equal(4)
  })

  it('rejects a page that takes too much memory, and audits the next one', async () => {
    const error = await rejectionOf(
      start({ memoryMb: 128 }).run(
        task(
          '<i class=x title=y lang=en>'.repeat(800).concat('<b class=x title=y lang=en></b>'.repeat(145_000)),
        ),
        never,
      ),
    )
    expect(error).to.include({ code: 'RESPONSE_TOO_LARGE' })
    expect((await auditPool.run(task('<title>Next</title>'), never)).result.metrics.title_length).to.equal(4)
  })

  it('ends the audit of an aborted task', async () => {
    const gone = new AbortController()
    const judging = start().run(task('<a href=x>y</a>'.repeat(100_000)), gone.signal)
    gone.abort(new Error('the caller left'))
    expect(await rejectionOf(judging)).to.have.property('message', 'the caller left')
  })
})
