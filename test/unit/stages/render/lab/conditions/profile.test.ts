import { expect } from 'chai'
import { profileOf } from '#stages/render/lab/conditions/profile.ts'

describe('lab profiles', () => {
  it('do not throttle the desktop', () => {
    expect(profileOf('desktop')).to.deep.include({
      deviceProfile: 'desktop-1920x1080@1-cpu1x',
      viewport: { width: 1920, height: 1080, deviceScaleFactor: 1 },
      cpuFactor: 1,
    })
    expect(profileOf('desktop').network).to.deep.equal({
      ...{ name: 'unthrottled', latencyMs: 0, downloadBytesPerSecond: null, uploadBytesPerSecond: null },
    })
  })

  it('throttle handheld devices like Lighthouse with DevTools throttling', () => {
    // 150 ms x 3.75; 1,638.4 x 0.9 and 750 x 0.9 kbit/s of 1,024 bits each.
    const slow4g = { latencyMs: 562.5, downloadBytesPerSecond: 188_743, uploadBytesPerSecond: 86_400 }
    for (const device of ['mobile', 'tablet'] as const) {
      const { cpuFactor, network } = profileOf(device)
      expect({ cpuFactor, ...network }).to.deep.equal({ cpuFactor: 4, name: 'slow-4g-devtools', ...slow4g })
    }
    expect(profileOf('mobile').deviceProfile).to.equal('mobile-375x667@2-cpu4x')
    expect(profileOf('tablet').deviceProfile).to.equal('tablet-768x1024@2-cpu4x')
  })

  it('have their user agents', () => {
    expect(profileOf('mobile').userAgent).to.include('iPhone').and.to.include('PageProbeBot')
    expect(profileOf('desktop').userAgent).to.include('PageProbeBot')
  })
})
