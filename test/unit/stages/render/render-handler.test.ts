import { expect } from 'chai'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import { Failure } from '#shared/errors.ts'
import { type RenderPorts, renderHandler } from '#stages/render/render-handler.ts'
import { DeadlineExceeded, type Tabs } from '#stages/render/tab/tab.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { noTabs, renderFixture, requested } from './render-handler-fixture.ts'

describe('render handler', () => {
  const { ports, handle } = renderFixture()

  it('accepts operations that need a browser, and ignores events without an operation', () => {
    const { accepts } = renderHandler(ports({}))
    const operations = ['snapshot', 'performance', 'metadata', 'seo-audit', null] as const
    expect(operations.filter((operation) => accepts(operation))).to.deep.equal(['snapshot', 'performance'])
  })

  it('uses the host as the key of batch requests', () => {
    const { concurrencyKeyOf } = renderHandler(ports({}))
    const url = 'https://EXAMPLE.com/a'
    expect(concurrencyKeyOf(requested({ url }, 'batch'), 'batch')).to.equal('example.com')
    expect(concurrencyKeyOf(requested({ url }), 'interactive')).to.equal(null)
  })

  it('opens no tab without a permit of the host, in the batch lane only', async () => {
    const taken: string[] = []
    const turns: RenderPorts['turns'] = {
      async acquire(url) {
        taken.push(url)
        return { retryAfterMs: 500 }
      },
    }
    const event = requested({ url: 'https://example.com/' }, 'batch')
    const signal = new AbortController().signal
    const waiting = renderHandler(ports({ turns })).handle({ event, lane: 'batch', signal })
    expect(await rejectionOf(waiting))
      .to.be.instanceOf(ThrottledError)
      .and.include({ retryAfterMs: 500 })
    expect(taken).to.deep.equal(['https://example.com/'])
  })

  it('opens no tab for a page that robots.txt disallows', async () => {
    const blocked = new Failure('ROBOTS_TXT_BLOCKED', 'no')
    const robots = { assertAllowed: async () => Promise.reject(blocked) }
    const error = await handle({ robots }, { url: 'https://example.com/' }).catch((reason: unknown) => reason)
    expect(error).to.equal(blocked)
  })

  it('reports TIMEOUT when the deadline of the tab has passed', async () => {
    const tabs: Tabs = { ...noTabs, useShared: async () => Promise.reject(new DeadlineExceeded()) }
    const url = 'https://example.com/'
    const error = await handle({ tabs }, { url, timeout: 5000 }).catch((reason: unknown) => reason as Failure)
    expect([(error as Failure).code, (error as Failure).details]).to.deep.equal([
      'TIMEOUT',
      { url, timeout_ms: 5000 },
    ])
  })
})
