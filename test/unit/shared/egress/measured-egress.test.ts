import { Socket } from 'node:net'
import { expect } from 'chai'
import type { buildConnector } from 'undici'
import { prometheusMetrics } from '#shared/adapters/telemetry/prometheus-metrics.ts'
import { type Egress, EgressRefused } from '#shared/egress/egress.ts'
import { measuredEgress } from '#shared/egress/measured-egress.ts'
import type { EgressDecision } from '#shared/egress/policy/target-decision.ts'

describe('measuredEgress', () => {
  const decisions: Record<string, EgressDecision> = {
    good: { kind: 'allowed', url: new URL('http://a.example/'), addresses: ['192.0.2.1'] },
    gone: { kind: 'unresolvable', reason: 'dns_failure', message: 'x' },
    inner: { kind: 'refused', reason: 'address_not_allowed', message: 'x' },
    odd: { kind: 'refused', reason: 'port_not_allowed', message: 'x' },
  }

  it('counts refusals by reason, and returns every decision unchanged', async () => {
    const metrics = prometheusMetrics({ process: false })
    const check = async (url: string) => decisions[url] as EgressDecision
    const egress = measuredEgress({ check } as Egress, metrics)
    for (const url of ['good', 'inner', 'gone', 'odd', 'inner']) {
      expect(await egress.check(url)).to.equal(decisions[url])
    }
    const lines = (await metrics.expose()).text
      .split('\n')
      .filter((line) => line.startsWith('pageprobe_egress'))
    expect(lines).to.have.members([
      'pageprobe_egress_refusals_total{reason="address_not_allowed"} 2',
      'pageprobe_egress_refusals_total{reason="port_not_allowed"} 1',
    ])
  })

  it('counts refused connections, and passes on every result', async () => {
    const metrics = prometheusMetrics({ process: false })
    const refusal = new EgressRefused({ kind: 'refused', reason: 'port_not_allowed', message: 'x' })
    const socket = new Socket()
    const endings: Record<string, Error | Socket> = {
      good: socket,
      inner: refusal,
      unreachable: new Error('connect ECONNREFUSED'),
    }
    const connector: buildConnector.connector = ({ hostname }, callback) => {
      const ending = endings[hostname]
      if (ending instanceof Socket) callback(null, ending)
      else callback(ending as Error, null)
    }
    const egress = measuredEgress({ connector } as Egress, metrics)
    const connect = (hostname: string) =>
      new Promise((resolve) => {
        const options = { hostname, port: '80', protocol: 'http:' }
        egress.connector(options, (...[error, given]) => resolve(error ?? given))
      })
    for (const [hostname, ending] of Object.entries(endings)) {
      expect(await connect(hostname)).to.equal(ending)
    }
    const { text } = await metrics.expose()
    expect(text).to.match(/^pageprobe_egress_refusals_total\{reason="port_not_allowed"\} 1$/m)
    expect(text.match(/^pageprobe_egress/gm)).to.have.length(1)
    socket.destroy()
  })
})
