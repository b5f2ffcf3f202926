import { expect } from 'chai'
import { userAgents } from '#shared/user-agents.ts'
import { userAgentOverride } from '#stages/render/visit/emulation/user-agent-override.ts'

describe('identity', () => {
  it('gives the hints that the user agent gives away itself', () => {
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

  it('claims no platform where the user agent names none', () => {
    const { platform, userAgentMetadata } = userAgentOverride(userAgents.desktop)
    expect(platform).to.equal(undefined)
    expect(userAgentMetadata).to.include({ platform: '', model: '', mobile: false })
  })

  it('claims nothing for a user agent that says nothing', () => {
    expect(userAgentOverride('Mozilla/5.0').userAgentMetadata?.brands).to.deep.equal([])
  })
})
