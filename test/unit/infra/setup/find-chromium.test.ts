import { expect } from 'chai'
import { findChromium } from '#infra/setup/find-chromium.mjs'
import { type Sandbox, sandbox } from '#test/support/sandbox.ts'

describe('the browser that is used', () => {
  let box: Sandbox
  const find = (env = {}) => findChromium({ PATH: box.bin, XDG_CACHE_HOME: `${box.folder}/cache`, ...env })

  beforeEach(async () => {
    box = await sandbox()
  })
  afterEach(() => box.remove())

  it('is the one that CHROME_PATH names, whatever else is installed', async () => {
    await box.program('chromium', '')
    expect(find({ CHROME_PATH: '/opt/browser' })).to.equal('/opt/browser')
  })

  it('is a headless shell rather than a whole browser', async () => {
    await box.program('google-chrome', '')
    await box.program('chromium-headless-shell', '')
    expect(find()).to.equal(`${box.bin}/chromium-headless-shell`)
  })

  it("is the program behind Debian's wrapper script", async () => {
    await box.program('chromium', '')
    await box.program('../lib/chromium/chromium', '')
    expect(find()).to.equal(`${box.folder}/lib/chromium/chromium`)
  })

  it('is never a file that cannot be executed', async () => {
    await box.write('bin/chromium', 'no program')
    await box.program('google-chrome', '')
    expect(find()).to.equal(`${box.bin}/google-chrome`)
  })

  it('is the newest download when none is installed', async () => {
    const file = (version: string) =>
      `cache/pageprobe/chromium/chrome-headless-shell/linux-${version}/x/chrome-headless-shell`
    await box.program(`../${file('99.0.1')}`, '')
    await box.program(`../${file('150.0.1')}`, '')
    expect(find()).to.equal(`${box.folder}/${file('150.0.1')}`)
  })
})
