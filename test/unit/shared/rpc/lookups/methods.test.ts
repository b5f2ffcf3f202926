import { expect } from 'chai'
import type { UnaryLookups } from '#shared/ports/lookups.ts'
import {
  eachLookup,
  fromRequest,
  type LookupMethod,
  lookupMethods,
  splitCall,
  toRequest,
} from '#shared/rpc/lookups/methods.ts'

describe('table of look-ups', () => {
  it('maps arguments to the request message and back', () => {
    const method: LookupMethod = lookupMethods.robots
    const message = { url: 'https://a.example/', userAgent: 'Googlebot' }
    expect(toRequest(method, ['https://a.example/', 'Googlebot'])).to.deep.equal(message)
    expect(fromRequest(method, message)).to.deep.equal(['https://a.example/', 'Googlebot'])
  })

  it('separates the context, the last argument', () => {
    expect(splitCall<{ lane: string }>(['u', 5, { lane: 'batch' }])).to.deep.equal([
      ['u', 5],
      { lane: 'batch' },
    ])
  })

  it('makes one function per method, each with its own name', async () => {
    const lookups: UnaryLookups<null> = eachLookup<null>(({ rpc }, name) => async (...call) => [
      rpc,
      name,
      ...call,
    ])
    expect(await lookups.checkTarget('u', null)).to.deep.equal(['JudgeTarget', 'checkTarget', 'u', null])
    expect(await lookups.fetchFile('u', 9, null)).to.deep.equal(['FetchFile', 'fetchFile', 'u', 9, null])
  })
})
