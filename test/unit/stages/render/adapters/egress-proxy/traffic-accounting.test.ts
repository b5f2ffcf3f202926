import { expect } from 'chai'
import { errors } from 'undici'
import { EgressRefused, Unresolvable } from '#shared/egress/connect/guarded-connector.ts'
import { refused, unresolved } from '#shared/egress/policy/target-decision.ts'
import {
  InvalidResponse,
  LimitReached,
  makeTrafficAccount,
  toTargetFailure,
} from '#stages/render/adapters/egress-proxy/traffic-accounting.ts'
import type { TrafficLimit } from '#stages/render/tab/tab.ts'

const target = { host: 'a.example', port: 80 }
const coded = (code: string) => Object.assign(new Error('connect to 10.0.0.5 failed'), { code })

function trafficOf(budget = { maxBytes: 1000, maxRequests: 3 }) {
  const received: TrafficLimit[] = []
  return { heard: received, traffic: makeTrafficAccount(budget, (limit) => received.push(limit)) }
}

describe('traffic account', () => {
  it('counts requests, tunnels, bytes, refusals and unreachable targets', () => {
    const { traffic } = trafficOf()
    traffic.admitRequest('requests')
    traffic.admitRequest('requests')
    traffic.admitRequest('tunnels')
    traffic.addReceivedBytes(300)
    traffic.addReceivedBytes(200)
    traffic.recordFailure(target, new EgressRefused(refused('address_not_allowed')))
    traffic.recordFailure({ host: 'b.example', port: 443 }, new Unresolvable(unresolved('dns_failure')))
    expect(traffic.counts()).to.deep.equal({
      requests: 2,
      tunnels: 1,
      refused: 1,
      unreachable: 1,
      bytesReceived: 500,
    })
  })

  it('admits as many requests and tunnels as allowed, and tells once that there were more', () => {
    const { traffic, heard: received } = trafficOf()
    for (const kind of ['requests', 'tunnels', 'requests'] as const) traffic.admitRequest(kind)
    expect(traffic.exceeded()).to.equal(null)
    for (const kind of ['requests', 'tunnels'] as const) {
      expect(() => traffic.admitRequest(kind))
        .to.throw(LimitReached)
        .with.property('limit', 'requests')
    }
    expect(traffic.exceeded()).to.equal('requests')
    expect(received).to.deep.equal(['requests'])
    expect(traffic.counts()).to.include({ requests: 2, tunnels: 1 })
  })

  it('lets the last allowed byte pass, tells once of the next, and admits nothing from then on', () => {
    const { traffic, heard: received } = trafficOf()
    traffic.addReceivedBytes(1000)
    traffic.admitRequest('requests')
    expect(received).to.deep.equal([])
    traffic.addReceivedBytes(1)
    traffic.addReceivedBytes(1)
    expect(received).to.deep.equal(['bytes'])
    expect(traffic.exceeded()).to.equal('bytes')
    expect(() => traffic.admitRequest('requests'))
      .to.throw(LimitReached)
      .with.property('limit', 'bytes')
  })

  it('knows why a host and port could not be reached, by any URL on them, until it could', () => {
    const { traffic } = trafficOf()
    traffic.recordFailure({ host: 'a.example', port: 443 }, coded('ECONNREFUSED'))
    for (const url of ['https://a.example/', 'https://A.example:443/deep?q#f', 'wss://a.example/']) {
      expect(traffic.failureOf(url), url).to.include({ kind: 'unreachable', reason: 'connection_refused' })
    }
    for (const url of ['http://a.example/', 'https://a.example:8443/', 'https://b.example/', 'no url', '']) {
      expect(traffic.failureOf(url), url).to.equal(null)
    }
    traffic.recordSuccess({ host: 'a.example', port: 443 })
    expect(traffic.failureOf('https://a.example/')).to.equal(null)
  })

  it('lists each refused target once, with the reason', () => {
    const { traffic } = trafficOf({ maxBytes: 1000, maxRequests: 100 })
    const error = new EgressRefused(refused('address_not_allowed'))
    for (const port of [80, 80, 8080]) traffic.recordFailure({ host: '10.0.0.1', port }, error)
    traffic.recordFailure(target, coded('ECONNREFUSED'))
    expect(traffic.refusals()).to.deep.equal([
      { host: '10.0.0.1', port: 80, reason: 'address_not_allowed' },
      { host: '10.0.0.1', port: 8080, reason: 'address_not_allowed' },
    ])
  })
})

describe('toTargetFailure', () => {
  it('of a refusal has the reason and the message of the policy', () => {
    expect(toTargetFailure(new EgressRefused(refused('name_not_allowed')))).to.deep.equal({
      kind: 'refused',
      reason: 'name_not_allowed',
      message: 'url must not point to a local or internal host',
    })
  })

  const reasons: [unknown, string][] = [
    [new Unresolvable(unresolved('dns_failure')), 'dns_failure'],
    [new Unresolvable(unresolved('dns_timeout')), 'dns_failure'],
    [coded('ECONNREFUSED'), 'connection_refused'],
    [coded('EHOSTUNREACH'), 'connection_refused'],
    [coded('ENETUNREACH'), 'connection_refused'],
    [coded('ECONNRESET'), 'connection_reset'],
    [new errors.SocketError('other side closed'), 'connection_reset'],
    [coded('ETIMEDOUT'), 'connection_timeout'],
    [new errors.ConnectTimeoutError(), 'connection_timeout'],
    [coded('HPE_INVALID_CONSTANT'), 'invalid_response'],
    [new InvalidResponse('odd'), 'invalid_response'],
  ]
  for (const [error, reason] of reasons) {
    it(`of ${error} is ${reason}`, () => {
      expect(toTargetFailure(error)).to.deep.equal({ kind: 'unreachable', reason, cause: error })
    })
  }

  it('blames no target for what is wrong on this machine', () => {
    for (const error of [coded('EMFILE'), new TypeError('bug')]) {
      expect(toTargetFailure(error)).to.deep.equal({ kind: 'internal', cause: error })
    }
  })
})
