import { expect } from 'chai'
import { withOwnPermit } from '#shared/politeness/own/with-own-permit.ts'

describe('a permit of a host with one of the batch', () => {
  it('gives that of the batch back when the host has none', async () => {
    const calls: string[] = []
    const note = (name: string) => async () => void calls.push(name)
    const permit = { begin: note('begin'), release: note('release'), giveBack: note('give back') }
    const result = await withOwnPermit('key', { permit }, async () => ({ retryAfterMs: 7 }))
    expect(result).to.deep.equal({ retryAfterMs: 7, hostGroup: 'key' })
    expect(calls).to.deep.equal(['give back'])
  })
})
