import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand, which } from './command.mjs'
import { chromiumCache, findChromium } from './find-chromium.mjs'
import { say, step } from './progress.mjs'

const BROWSER_PACKAGE = 'chromium-headless-shell'
/**
 * Latin metrics as on desktop systems; Chinese, Japanese, Korean; emoji; all other scripts. Without them, images show
 * boxes.
 */
const FONT_PACKAGES = ['fonts-liberation', 'fonts-noto-cjk', 'fonts-noto-color-emoji', 'fonts-noto-core']
/** The downloader in the version of the lock file. */
const BROWSERS_TOOL = 'node_modules/@puppeteer/browsers/lib/main-cli.js'
/** The build that the installed puppeteer-core is made for. Its publisher has no checksums: HTTPS alone says whose it is. */
const DOWNLOADED_BUILD = 'chrome-headless-shell@156.0.8078.47'

const SYSTEM_TIMEOUT_MS = 15 * 60_000
const DOWNLOAD_TIMEOUT_MS = 5 * 60_000
/** A machine that cannot get a browser should not try for minutes at each start. */
const RETRY_AFTER_MS = 6 * 3_600_000

/**
 * Provides Chromium and fonts: from packages of the system where possible, else the installed ones, else a download.
 * Never fails: without a browser everything except snapshots and performance works, and a message says so.
 */
export async function ensureChromium(root) {
  const missing = await missingPackages()
  if (missing.length === 0 && findChromium() !== null) return
  const earlier = earlierFailure()
  if (earlier !== null) return sayMissing(earlier)
  const problems = []
  if (missing.length > 0)
    await attempt(problems, `${missing.join(', ')} (system packages)`, () => aptInstall(missing))
  if (findChromium() === null) await attempt(problems, 'Chromium (download)', () => download(root))
  remember(problems)
  if (problems.length > 0) sayMissing(problems.join('\n'))
}

async function attempt(problems, title, work) {
  await step(title, work).catch((error) => problems.push(`${title}: ${error.message}`))
}

function sayMissing(problem) {
  if (findChromium() === null) {
    say(
      'set-up: there is no Chromium: snapshots, performance and their tests will not work; metadata and SEO audits do.',
    )
    say('set-up: install chromium-headless-shell, Chromium or Chrome, or set CHROME_PATH.')
  } else {
    say('set-up: fonts are missing: pictures of some pages will show boxes in place of letters.')
  }
  say(`set-up: what was tried (again after 6 hours, or without ${failureFile()}): ${problem}`)
}

/** Packages to install; empty where the system is not Debian or this user may not install. */
async function missingPackages() {
  if (process.getuid?.() !== 0 || which('apt-get') === null) return []
  const wanted = findChromium() === null ? [BROWSER_PACKAGE, ...FONT_PACKAGES] : FONT_PACKAGES
  const installed = await installedPackages(wanted)
  return wanted.filter((name) => !installed.has(name))
}

async function installedPackages(names) {
  const selections = await runCommand('dpkg', ['--get-selections', ...names])
  const lines = selections.split('\n').map((line) => line.split(/\s+/))
  return new Set(lines.filter(([, state]) => state === 'install').map(([name]) => name.split(':')[0]))
}

async function aptInstall(packages) {
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, timeoutMs: SYSTEM_TIMEOUT_MS }
  const lock = ['-o', 'DPkg::Lock::Timeout=300']
  await runCommand('apt-get', ['update', '-q', ...lock], options)
  await runCommand(
    'apt-get',
    ['install', '-q', '-y', '--no-install-recommends', ...lock, ...packages],
    options,
  )
}

async function download(root) {
  const tool = [join(root, BROWSERS_TOOL), 'install', DOWNLOADED_BUILD, '--path', chromiumCache()]
  await runCommand(join(root, 'node_modules/.bin/node'), tool, { timeoutMs: DOWNLOAD_TIMEOUT_MS })
  const file = findChromium()
  if (file === null) throw new Error('the download holds no browser')
  await runCommand(file, ['--version'], { timeoutMs: 30_000 })
}

function failureFile() {
  return `${chromiumCache()}-failed.txt`
}

function earlierFailure() {
  const file = failureFile()
  if (process.env.CI === 'true' || !existsSync(file)) return null
  return Date.now() - statSync(file).mtimeMs < RETRY_AFTER_MS ? readFileSync(file, 'utf8') : null
}

function remember(problems) {
  if (problems.length === 0) return rmSync(failureFile(), { force: true })
  mkdirSync(join(chromiumCache(), '..'), { recursive: true })
  writeFileSync(failureFile(), problems.join('\n'))
}
