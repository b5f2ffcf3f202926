import { expect } from 'chai'
import type { CallContext, LookupHandlers } from '#stages/fetch/lookups/lookup-handlers.ts'
import { tracedHandlers } from '#stages/fetch/lookups/lookup-handlers.ts'
import { recordingTracer } from '#test/unit/shared/telemetry/recording-tracer.ts'

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

describe('tracedHandlers', () => {
  it('adds a server span to each look-up, as the parent of its work', async () => {
    const given: unknown[][] = []
    const note = async (...call: unknown[]) => void given.push(call)
    const requested = { checkTarget: note, robots: note, probe: note, describeImage: note, thumbnail: note }
    const handlers = { ...requested, fetchFile: note, scanSitemap: note, listSitemap: note }
    const tracer = recordingTracer()
    const traced = tracedHandlers(handlers as unknown as LookupHandlers, tracer)
    const { signal } = new AbortController()
    const context: CallContext = { deadlineMs: 5, signal, traceparent, lane: 'batch' }
    await traced.checkTarget('http://a/', context)
    await traced.robots('http://a/', 'agent', context)
    await traced.probe(['http://a/'], context)
    await traced.describeImage('http://a/', context)
    await traced.thumbnail('http://a/', 320, context)
    await traced.fetchFile('http://a/', 7, context)
    await traced.scanSitemap('http://a/', ['http://b/'], context)
    const give = () => undefined
    await traced.listSitemap('http://a/', give, context)
    const methods = [
      'JudgeTarget',
      'Robots',
      'Probe',
      'DescribeImage',
      'Thumbnail',
      'FetchFile',
      'ScanSitemap',
      'ListSitemap',
    ]
    expect(tracer.spans.map(({ name, kind, parent, error }) => [name, kind, parent, error])).to.deep.equal(
      methods.map((method) => [`pageprobe.lookups.v1.Lookups/${method}`, 'server', traceparent, null]),
    )
    const inner = tracer.spans.map((span) => ({ ...context, traceparent: span.traceparent }))
    expect(given).to.deep.equal([
      ['http://a/', inner[0]],
      ['http://a/', 'agent', inner[1]],
      [['http://a/'], inner[2]],
      ['http://a/', inner[3]],
      ['http://a/', 320, inner[4]],
      ['http://a/', 7, inner[5]],
      ['http://a/', ['http://b/'], inner[6]],
      ['http://a/', give, inner[7]],
    ])
  })
})
