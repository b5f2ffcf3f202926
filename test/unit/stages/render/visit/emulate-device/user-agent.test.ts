import { expect } from 'chai'
import { userAgents } from '#shared/web/user-agents.ts'
import { userAgentOverride } from '#stages/render/visit/emulate-device.ts'

describe('userAgentOverride', () => {
  it('gives the client hints that the user agent string implies', () => {
    expect(userAgentOverride(userAgents.mobile)).to.deep.include({
      userAgent: userAgents.mobile,
      platform: 'iPhone',
      userAgentMetadata: {
        brands: [{ brand: 'PageProbeBot', version: '1' }],
        fullVersionList: [{ brand: 'PageProbeBot', version: '1.0' }],
        platform: 'iOS',
        platformVersion: '18.5',
        architecture: '',
        model: 'iPhone',
        mobile: true,
      },
    })
  })

  it('names no platform when the user agent string has none', () => {
    const { platform, userAgentMetadata } = userAgentOverride(userAgents.desktop)
    expect(platform).to.equal(undefined)
    expect(userAgentMetadata).to.include({ platform: '', model: '', mobile: false })
  })

  it('gives no hints for an empty user agent string', () => {
    expect(userAgentOverride('Mozilla/5.0').userAgentMetadata?.brands).to.deep.equal([])
  })
})
