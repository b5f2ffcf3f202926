import { expect } from 'chai'
import { resourcesOf } from '#stages/score/performance/resources/resources.ts'
import { image, measured, page, request } from '#test/support/performance/lab-measurement.ts'

const sized = (transferBytes: number, decodedBytes: number) => ({ transferBytes, decodedBytes })

describe('resources', () => {
  const requests = [
    { ...page, ...sized(2048, 4096) },
    request('/app.js', { kind: 'javascript', ...sized(10_240, 30_720) }),
    request('https://cdn.example.com/b.js', { kind: 'javascript', ...sized(5120, 5120) }),
    request('/a.css', { kind: 'stylesheet', ...sized(1075, 1075) }),
    request('/a.png', { kind: 'image', mimeType: 'image/png', ...sized(51_200, 51_200) }),
    request('https://www.google-analytics.com/g.js', { kind: 'javascript', ...sized(20_480, 61_440) }),
    request('https://other.github.io/x', { kind: 'fetch', ...sized(512, 512) }),
  ]
  const resources = resourcesOf(
    measured({
      requests,
      images: [image('/a.png')],
      mainThread: [
        { url: 'https://shop.example.com/app.js', kind: 'script', ms: 120.04 },
        { url: null, kind: 'script', ms: 3 },
        { url: null, kind: 'style_layout', ms: 40 },
      ],
    }),
  )

  it('kb are 1,024 bytes with one decimal', () => {
    // 90,675 and 154,163 bytes
    expect(resources).to.include({
      total_requests: 7,
      transfer_kb: 88.5,
      decoded_kb: 150.5,
      truncated: false,
    })
  })

  it('first party is the registrable domain', () => {
    expect(resources.first_party).to.deep.equal({ requests: 5, transfer_kb: 68, decoded_kb: 90 })
    expect(resources.third_party).to.deep.include({ requests: 2, transfer_kb: 20.5, decoded_kb: 60.5 })
  })

  it('sites of one private suffix are strangers', () => {
    const own = { finalUrl: 'https://shop.github.io/', requests: [request('https://other.github.io/x')] }
    const { first_party, third_party } = resourcesOf(measured(own))
    expect([first_party.requests, third_party.requests]).to.deep.equal([0, 1])
  })

  it('names providers that are known', () => {
    expect(resources.third_party.entities).to.deep.include({
      name: 'Google Analytics',
      requests: 1,
      transfer_kb: 20,
    })
  })

  it('has every type, also those of which there is nothing', () => {
    const none = { count: 0, transfer_kb: 0, decoded_kb: 0 }
    expect(resources.by_type).to.deep.equal({
      document: { count: 1, transfer_kb: 2, decoded_kb: 4 },
      javascript: { count: 3, transfer_kb: 35, decoded_kb: 95, main_thread_ms: 123 },
      stylesheet: { count: 1, transfer_kb: 1, decoded_kb: 1 },
      // 51,200 bytes for 120,000 pixels
      image: { count: 1, transfer_kb: 50, decoded_kb: 50, unoptimized: 1 },
      font: none,
      media: none,
      fetch: { count: 1, transfer_kb: 0.5, decoded_kb: 0.5 },
      other: none,
    })
  })

  it('main_thread_ms is null where it could not be had', () => {
    const untraced = measured({ missing: { main_thread: 'trace_failed' } })
    expect(resourcesOf(untraced).by_type.javascript.main_thread_ms).to.equal(null)
  })

  it('top hosts are the five that transferred most, ports and all', () => {
    const hosts = ['a.example', 'b.example:8080', 'c.example', 'd.example', 'e.example', 'f.example']
    const each = hosts.map((host, at) => request(`http://${host}/`, sized(1024 * (10 - at), 0)))
    const { top_hosts } = resourcesOf(
      measured({ requests: [...each, request('http://f.example/2', sized(8192, 0))] }),
    )
    expect(top_hosts).to.deep.equal([
      { host: 'f.example', requests: 2, transfer_kb: 13 },
      { host: 'a.example', requests: 1, transfer_kb: 10 },
      { host: 'b.example:8080', requests: 1, transfer_kb: 9 },
      { host: 'c.example', requests: 1, transfer_kb: 8 },
      { host: 'd.example', requests: 1, transfer_kb: 7 },
    ])
  })

  it('counts what is not described', () => {
    const many = resourcesOf(measured({ requestsLeftOut: 9000 }))
    expect(many).to.include({ total_requests: 9001, truncated: true })
  })
})
