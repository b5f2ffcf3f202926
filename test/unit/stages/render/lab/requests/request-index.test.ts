import { expect } from 'chai'
import type { LoggedRequest } from '#stages/render/lab/requests/logged-request.ts'
import { makeRequestIndex } from '#stages/render/lab/requests/request-index.ts'

const logged = (id: string, url: string) => ({ id, url }) as LoggedRequest

describe('request index', () => {
  it('finds the last request with an id, until it is removed', () => {
    const index = makeRequestIndex()
    const [first, second] = [logged('1', 'https://a.example/1'), logged('1', 'https://a.example/2')]
    index.add(first)
    index.add(second)
    expect(index.find('1')).to.equal(second)
    index.remove('1')
    expect(index.find('1')).to.equal(undefined)
  })

  it('finds the URL after redirects by the one before', () => {
    const index = makeRequestIndex()
    index.add(logged('1', 'https://a.example/old.js'))
    index.add(logged('1', 'https://a.example/new.js'))
    expect(index.findUrl('https://a.example/old.js')).to.equal('https://a.example/new.js')
    expect(index.findUrl('https://a.example/new.js')).to.equal('https://a.example/new.js')
    expect(index.findUrl('https://a.example/other.js')).to.equal(null)
    index.remove('1')
    expect(index.findUrl('https://a.example/old.js')).to.equal('https://a.example/old.js')
  })

  it('finds a URL that was cut', () => {
    const index = makeRequestIndex()
    const long = `https://a.example/${'x'.repeat(9000)}`
    index.add(logged('1', long.slice(0, 8192)))
    expect(index.findUrl(long)).to.equal(long.slice(0, 8192))
  })

  it('updates the request of an event, and ignores others', () => {
    const index = makeRequestIndex()
    const request = logged('1', 'https://a.example/')
    index.add(request)
    const updated: [LoggedRequest, string][] = []
    const listener = index.updating(
      (one, event: { requestId: string }) => void updated.push([one, event.requestId]),
    )
    listener({ requestId: '1' })
    listener({ requestId: '2' })
    expect(updated).to.deep.equal([[request, '1']])
  })
})
