import { expect } from 'chai'
import type { CallOptions, Lookups } from '#shared/ports/lookups.ts'
import { tracedLookups } from '#shared/rpc/lookups/traced-lookups.ts'
import { noTracer } from '#shared/telemetry/tracer.ts'
import { recordingTracer } from '../../telemetry/recording-tracer.ts'

const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

describe('traced-lookups', () => {
  const given: [method: string, budget: CallOptions][] = []
  const note =
    (method: string) =>
    async (...call: unknown[]) =>
      void given.push([method, call.at(-1) as CallOptions])
  const lookups = {
    checkTarget: note('JudgeTarget'),
    robots: note('Robots'),
    probe: note('Probe'),
    describeImage: note('DescribeImage'),
    thumbnail: note('Thumbnail'),
    fetchFile: note('FetchFile'),
    scanSitemap: note('ScanSitemap'),
  } as unknown as Lookups
  beforeEach(() => void given.splice(0))

  async function callAll(traces: Lookups, budget: CallOptions): Promise<void> {
    await traces.checkTarget('http://a/', budget)
    await traces.robots('http://a/', 'x', budget)
    await traces.probe(['http://a/'], budget)
    await traces.describeImage('http://a/', budget)
    await traces.thumbnail('http://a/', 320, budget)
    await traces.fetchFile('http://a/', 5, budget)
    await traces.scanSitemap('http://a/', [], budget)
  }

  it('starts a span for each call, and passes on its context', async () => {
    const tracer = recordingTracer()
    await callAll(tracedLookups(lookups, tracer), { timeoutMs: 5, traceparent: TRACEPARENT })
    const methods = [
      'JudgeTarget',
      'Robots',
      'Probe',
      'DescribeImage',
      'Thumbnail',
      'FetchFile',
      'ScanSitemap',
    ]
    expect(tracer.spans.map(({ name, kind, parent, error }) => [name, kind, parent, error])).to.deep.equal(
      methods.map((method) => [`pageprobe.lookups.v1.Lookups/${method}`, 'client', TRACEPARENT, null]),
    )
    expect(given).to.deep.equal(
      methods.map((method, at) => [method, { timeoutMs: 5, traceparent: tracer.spans[at]?.traceparent }]),
    )
    expect(tracer.spans[0]?.attributes).to.deep.equal({
      'rpc.system': 'grpc',
      'rpc.service': 'pageprobe.lookups.v1.Lookups',
      'rpc.method': 'JudgeTarget',
    })
  })

  it('passes calls on unchanged without traces', async () => {
    await callAll(tracedLookups(lookups, noTracer), { timeoutMs: 5 })
    expect(given.map(([, budget]) => budget)).to.deep.equal(Array(7).fill({ timeoutMs: 5 }))
  })
})
