import { mkdir, rm, symlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { PUPPETEER_REVISIONS } from 'puppeteer-core/internal/revisions.js'
import { type Outcome, type Sandbox, sandbox } from '#test/support/sandbox.ts'

const ROOT = 0
const USER = 1000
const FONTS = ['fonts-liberation', 'fonts-noto-cjk', 'fonts-noto-color-emoji', 'fonts-noto-core']
const ALL = ['chromium-headless-shell', ...FONTS]
const SEVEN_HOURS_S = 7 * 3600

describe('set-up: Chromium', () => {
  let box: Sandbox

  const setUp = (uid: number, env = {}): Promise<Outcome> => {
    const as = `data:text/javascript,process.getuid=()=>${uid}`
    return box.run(process.execPath, ['--import', as, 'infra/setup/start.mjs'], env)
  }
  /** A fake program that records its call, then goes on with `script`. */
  const recorded = (name: string, script: string) =>
    box.program(name, `echo ${name} "$@" >> "$HOME/calls"\n${script}`)
  /** Names and last arguments of the calls since the last time. */
  const calls = async (): Promise<string> => {
    const { stdout } = await box.run('/bin/cat', ['calls'])
    await rm(join(box.folder, 'calls'), { force: true })
    return stdout
  }
  const isInstalled = (names: readonly string[]) =>
    box.program('dpkg', `printf '${names.map((name) => `${name}:amd64\\t\\tinstall\\n`).join('')}'`)
  const makes = (file: string) =>
    `/bin/mkdir -p "${join(file, '..')}"; echo '#!/bin/sh' > "${file}"; /bin/chmod 755 "${file}"`

  beforeEach(async () => {
    box = await sandbox()
    await box.copy('infra/setup')
    await box.write('package-lock.json', '{"packages":{}}')
    await box.write('node_modules/.package-lock.json', '{"packages":{}}')
    await mkdir(join(box.folder, 'node_modules/.bin'))
    await symlink(process.execPath, join(box.folder, 'node_modules/.bin/node'))
    await isInstalled([])
    await recorded('apt-get', `[ $1 = update ] || { ${makes(`${box.bin}/chromium-headless-shell`)}; }`)
    await box.write(
      'node_modules/@puppeteer/browsers/lib/main-cli.js',
      `const { status } = require('node:child_process').spawnSync('browsers', process.argv.slice(2), { stdio: 'inherit' })
process.exit(status)`,
    )
    await recorded('browsers', 'echo no server >&2; exit 1')
  })
  afterEach(() => box.remove())

  it("is installed with its fonts from the system's packages where that is possible", async () => {
    const { code, stdout } = await setUp(ROOT)
    expect({ code, stdout }).to.deep.equal({ code: 0, stdout: '' })
    const [update, install, ...more] = (await calls()).trimEnd().split('\n')
    expect(update).to.match(/^apt-get update /)
    expect(install)
      .to.match(/^apt-get install /)
      .and.satisfy((line: string) => line.endsWith(ALL.join(' ')))
    expect(more).to.deep.equal([])
  })

  it('is left alone, silently, when browser and fonts are present', async () => {
    await isInstalled(ALL)
    await box.program('chromium-headless-shell', '')
    expect(await setUp(ROOT)).to.deep.equal({ code: 0, stdout: '', stderr: '' })
    expect(await calls()).to.equal('')
  })

  it('gets missing fonts, also for a browser from elsewhere', async () => {
    await isInstalled(FONTS.slice(1))
    await box.program('google-chrome', '')
    await setUp(ROOT)
    expect(await calls()).to.match(/^apt-get install .* fonts-liberation\n$/m)
  })

  it('is the installed Chrome for a user who may not install packages', async () => {
    await box.program('google-chrome', '')
    expect(await setUp(USER)).to.deep.equal({ code: 0, stdout: '', stderr: '' })
    expect(await calls()).to.equal('')
  })

  it('is downloaded as the last resort, in a fixed build, by the tool of the lock file', async () => {
    const folder =
      '.cache/pageprobe/chromium/chrome-headless-shell/linux-150.0.1/chrome-headless-shell-linux64'
    await recorded('browsers', makes(`${box.folder}/${folder}/chrome-headless-shell`))
    expect((await setUp(USER)).code).to.equal(0)
    expect(await calls()).to.match(
      /^browsers install chrome-headless-shell@\d+(\.\d+){3} --path .*pageprobe\/chromium\n$/,
    )
    expect(await setUp(USER)).to.deep.equal({ code: 0, stdout: '', stderr: '' })
  })

  it('is downloaded in the build that the installed puppeteer-core is made for', async () => {
    await setUp(USER)
    expect(await calls()).to.include(`chrome-headless-shell@${PUPPETEER_REVISIONS['chrome-headless-shell']} `)
  })

  it('is downloaded when the system has no such package', async () => {
    await recorded('apt-get', 'exit 100')
    await setUp(ROOT)
    expect(await calls()).to.include('browsers ')
  })

  it('stops nothing when it is unavailable, and set-up says what will not work and what was tried', async () => {
    const { code, stderr } = await setUp(USER)
    expect(code).to.equal(0)
    expect(stderr)
      .to.include('no Chromium')
      .and.include('snapshots')
      .and.include('CHROME_PATH')
      .and.include('no server')
  })

  it('is not tried again at each start after a failure', async () => {
    await setUp(USER)
    await calls()
    expect((await setUp(USER)).stderr)
      .to.include('no Chromium')
      .and.include('no server')
    expect(await calls()).to.equal('')
  })

  it('is tried again after some hours, and always under CI', async () => {
    await setUp(USER)
    await calls()
    await setUp(USER, { CI: 'true' })
    expect(await calls()).to.include('browsers ')
    const longAgo = Date.now() / 1000 - SEVEN_HOURS_S
    await utimes(join(box.folder, '.cache/pageprobe/chromium-failed.txt'), longAgo, longAgo)
    await setUp(USER)
    expect(await calls()).to.include('browsers ')
  })
})
