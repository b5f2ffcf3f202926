import { expect } from 'chai'
import { makeNetworkActivity, type PageRequest } from '#stages/render/visit/network-activity.ts'

describe('network activity', () => {
  let clock = 0
  const now = () => clock
  const request = (requestId: string, more: Partial<PageRequest> = {}): PageRequest => {
    return { requestId, loaderId: 'page', frameId: 'main', url: 'http://a.example/', session: 's', ...more }
  }
  beforeEach(() => {
    clock = 10
  })

  it('is quiet since the last moment with too many pending requests', () => {
    const traffic = makeNetworkActivity(1, now)
    expect(traffic.quietSince()).to.equal(10)
    clock = 20
    traffic.begin(request('a'))
    expect(traffic.quietSince()).to.equal(10)
    traffic.begin(request('b'))
    expect(traffic.quietSince()).to.equal(null)
    clock = 30
    traffic.end('a')
    expect(traffic.quietSince()).to.equal(30)
    clock = 40
    traffic.end('b')
    expect(traffic.quietSince()).to.equal(30)
  })

  for (const [what, more] of [
    ['data: URLs', { url: 'data:text/plain,x' }],
    ['blob: URLs', { url: 'blob:http://a.example/1' }],
    ['scripts of workers', { loaderId: '' }],
  ] as const) {
    it(`does not count ${what}`, () => {
      const traffic = makeNetworkActivity(0, now)
      traffic.begin(request('a', more))
      expect(traffic.quietSince()).to.equal(10)
    })
  }

  it('counts a request once through its redirects', () => {
    const traffic = makeNetworkActivity(0, now)
    traffic.begin(request('a'))
    traffic.begin(request('a', { url: 'http://b.example/' }))
    traffic.end('a')
    expect(traffic.quietSince()).to.equal(10)
  })

  it('tells ten thousand pending requests apart', () => {
    const traffic = makeNetworkActivity(0, now)
    for (let at = 0; at < 30_000; at++) traffic.begin(request(String(at)))
    for (let at = 0; at < 9999; at++) traffic.end(String(at))
    expect(traffic.quietSince()).to.equal(null)
    traffic.end('9999')
    expect(traffic.quietSince()).to.equal(10)
  })

  it('drops the requests of a removed frame, process or document', () => {
    const traffic = makeNetworkActivity(0, now)
    traffic.begin(request('a', { frameId: 'inner' }))
    traffic.dropFrame('inner')
    expect(traffic.quietSince()).to.equal(10)
    traffic.begin(request('b', { session: 'other' }))
    traffic.dropSession('other')
    expect(traffic.quietSince()).to.equal(10)
    traffic.begin(request('c'))
    traffic.enterDocument('next')
    expect(traffic.quietSince()).to.equal(10)
  })

  it('keeps counting the document of a frame that changes its process, and of a new page', () => {
    const traffic = makeNetworkActivity(0, now)
    traffic.begin(request('inner', { loaderId: 'inner', session: 'other' }))
    traffic.dropSession('other')
    expect(traffic.quietSince()).to.equal(null)
    traffic.end('inner')
    traffic.begin(request('next', { loaderId: 'next' }))
    traffic.enterDocument('next')
    expect(traffic.quietSince()).to.equal(null)
  })
})
