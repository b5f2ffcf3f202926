import { expect } from 'chai'
import { userAgents } from '#shared/user-agents.ts'
import { identityOf } from '#stages/render/visit/identity.ts'

describe('identity', () => {
  it('gives the hints that the user agent gives away itself', () => {
    expect(identityOf(userAgents.mobile)).to.deep.include({
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
    const { platform, userAgentMetadata } = identityOf(userAgents.desktop)
    expect(platform).to.equal(undefined)
    expect(userAgentMetadata).to.include({ platform: '', model: '', mobile: false })
  })

  it('claims nothing for a user agent that says nothing', () => {
    expect(identityOf('Mozilla/5.0').userAgentMetadata?.brands).to.deep.equal([])
  })
})
