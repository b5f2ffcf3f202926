import { expect } from 'chai'
import { userAgents } from '#shared/web/user-agents.ts'
import { visiting } from './visiting.ts'

/** What the page's own script sees while it loads. */
const mirror = `<meta name="viewport" content="width=device-width"><script>
  const { userAgent, languages, maxTouchPoints, platform, userAgentData } = navigator
  document.seen = {
    size: [innerWidth, innerHeight, devicePixelRatio],
    userAgent, languages: [...languages], isTouch: maxTouchPoints > 0, platform,
    brands: userAgentData.brands.map(({ brand }) => brand), mobile: userAgentData.mobile,
    pointer: matchMedia('(pointer: coarse)').matches,
    upright: screen.orientation.type,
  }</script>`

describe('emulateDevice', () => {
  const requested: Record<string, unknown>[] = []
  const { visit } = visiting({
    '/mirror': ({ headers }, response) => {
      requested.push(headers)
      response.writeHead(200, { 'content-type': 'text/html' }).end(mirror)
    },
    '/frame': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<iframe src="/mirror"></iframe>')
    },
  })
  beforeEach(() => requested.splice(0))

  it('identifies the service on a desktop, and accepts English', async () => {
    const viewport = { width: 1024, height: 700, deviceScaleFactor: 1.5 }
    const { evaluate } = await visit('/mirror', { viewport })
    const seen = (await evaluate('document.seen')) as Record<string, unknown>
    expect(seen).to.include({ userAgent: userAgents.desktop, isTouch: false, mobile: false, pointer: false })
    expect(seen.size).to.deep.equal([1024, 700, 1.5])
    expect(seen.brands).to.deep.equal(['PageProbeBot'])
    expect(seen.languages).to.deep.equal(['en-US', 'en'])
    expect(requested[0]).to.include({ 'user-agent': userAgents.desktop, 'accept-language': 'en-US,en;q=0.9' })
  })

  for (const [device, platform, width, height] of [
    ['mobile', 'iPhone', 375, 667],
    ['tablet', 'iPad', 768, 1024],
  ] as const) {
    it(`is a ${device} with a touch screen, upright`, async () => {
      const { evaluate } = await visit('/mirror', {
        device,
        viewport: { width, height, deviceScaleFactor: 2 },
      })
      const seen = (await evaluate('document.seen')) as Record<string, unknown>
      expect(seen.size).to.deep.equal([width, height, 2])
      expect(seen).to.include({ userAgent: userAgents[device], platform, isTouch: true, pointer: true })
      expect(seen).to.include({ upright: 'portrait-primary', mobile: true })
      expect(requested[0]).to.include({ 'user-agent': userAgents[device], 'sec-ch-ua-mobile': '?1' })
    })
  }

  it('applies to frames as well', async () => {
    const { evaluate } = await visit('/frame', { device: 'mobile' })
    const seen = (await evaluate('frames[0].document.seen')) as Record<string, unknown>
    expect(seen).to.include({ userAgent: userAgents.mobile, isTouch: true })
  })
})
