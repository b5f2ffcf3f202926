import { expect } from 'chai'
import { inPage } from '#stages/render/lab/interaction/interact.ts'
import { findInteractive } from '#stages/render/lab/interaction/page/find-interactive.ts'
import { listRefused } from '#stages/render/lab/interaction/page/list-refused.ts'
import { wording } from '#stages/render/lab/interaction/wording.data.ts'
import { controlPages, HANDLER_MS, refusedControls, safeControls } from '#test/site/lab/control-pages.ts'
import { labPages } from '../../../lab-pages.ts'
import { measuring } from '../../../measuring.ts'

/** Event Timing, `duration` is rounded to the nearest multiple of 8 ms. */
const LEAST_MS = Math.round(HANDLER_MS / 8) * 8
const functions = [
  ...inPage,
  findInteractive,
  listRefused,
  `const wording = ${JSON.stringify(wording)}`,
].join('\n')
const measured = [
  ...[
    '/shadow',
    '/button-around-slot',
    '/custom-element',
    '/checkbox-hidden',
    '/checkbox-in-filter',
    '/select',
  ],
  ...['/listener', '/listener-in-shadow', '/search', '/frame-shadow', '/behind-three-others'],
]

describe('interact: what a person can safely operate', function () {
  // The lab has 4 s for interactions: on a busy machine that is too little for what comes last.
  this.retries(2)
  const { measure } = measuring(controlPages)
  for (const path of measured) {
    it(path.slice(1).replaceAll('-', ' '), async () => {
      const { inp } = (await measure(path)).vitals
      expect(inp).to.include({ reason: null })
      expect(inp.value).to.be.at.least(LEAST_MS)
      expect(inp.attribution.target).to.be.a('string')
    })
  }

  for (const path of ['/checkbox', '/select'] as const) {
    it(`${path.slice(1)}, on a phone`, async () => {
      expect((await measure(path, { device: 'mobile' })).vitals.inp.value).to.be.at.least(LEAST_MS)
    })
  }

  it('no more of them than there is time for', async () => {
    const { inp } = (await measure('/slow')).vitals
    expect(inp).to.include({ reason: null }).and.have.property('value').at.least(2200)
  })

  it('nothing, where there is nothing that anybody could operate', async () => {
    const { inp } = (await measure('/nothing')).vitals
    expect(inp).to.deep.equal({ value: null, reason: 'no_interactive_element', attribution: {} })
  })

  it('with what was refused, where all was', async () => {
    const { inp } = (await measure('/buy')).vitals
    const refused = [{ selector: 'html>body>div', why: 'wording' }]
    expect(inp).to.deep.equal({ value: null, reason: 'no_safe_control', attribution: {}, refused })
  })
})

describe('interact: elements of each kind', () => {
  const { open } = labPages(controlPages)
  /** Listeners are known to the lab alone. */
  const unmarked = Object.keys(safeControls).filter((path) => !/listener|custom-element/.test(path))
  for (const path of unmarked) {
    it(`are found: ${path.slice(1).replaceAll('-', ' ')}`, async () => {
      const page = await open()
      await page.load(path)
      const found = await page.evaluate(`${functions}
        ;['usual', 'more'].map((group) => findInteractive({ group, wording })?.selector ?? null).some((one) => one !== null)`)
      expect(found).to.equal(true)
    })
  }

  for (const [path, [, why]] of Object.entries(refusedControls)) {
    it(`are refused: ${path.slice(1).replaceAll('-', ' ')}: ${why}`, async () => {
      const page = await open()
      await page.load(path)
      const found = await page.evaluate(`${functions}
        ;[...['decline', 'usual', 'more'].map((group) => findInteractive({ group, wording })), listRefused(wording).map(({ why }) => why)]`)
      expect(found).to.deep.equal([null, null, null, [why]])
    })
  }
})

describe('interact: consent', () => {
  const { measure, site } = measuring(controlPages)
  it('is declined at the end of a long document', async () => {
    expect((await measure('/many-links-before-consent')).vitals.inp.value).to.be.at.least(LEAST_MS)
  })

  for (const path of ['/consent', '/consent-other-words']) {
    it(`is declined first, never given, and forgotten afterwards: ${path}`, async () => {
      const rejected = site().hits('/rejected')
      const { inp } = (await measure(path)).vitals
      expect(inp.value).to.be.at.least(LEAST_MS)
      expect(site().hits('/rejected')).to.equal(rejected + 1)
      expect([site().hits('/accepted'), site().hits('/remembered')]).to.deep.equal([0, 0])
    })
  }
})
