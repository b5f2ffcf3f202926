import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { isExecutable, which } from './command.mjs'

/**
 * In order of preference. The headless shell starts fastest and has everything that captures and measurements need.
 */
const PROGRAMS = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
]

const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The folder outside the checkout that keeps a downloaded browser. */
export function chromiumCache(env = process.env) {
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'pageprobe', 'chromium')
}

/**
 * Path of the browser for rendering, or null. CHROME_PATH decides when it is set, even when nothing can be executed
 * there: the reader of a wrong setting reports it.
 */
export function findChromium(env = process.env) {
  if (env.CHROME_PATH) return env.CHROME_PATH
  for (const name of PROGRAMS) {
    const found = which(name, env)
    if (found !== null) return behindWrapper(found, name)
  }
  return APPLICATIONS.find(isExecutable) ?? downloaded(env)
}

/**
 * Debian's /usr/bin/chromium… are shell scripts that start the browser without `exec`. Killing the script would leave
 * the browser running, so this returns the browser itself.
 */
function behindWrapper(file, name) {
  const real = join(dirname(file), '..', 'lib', 'chromium', name)
  return isExecutable(real) ? real : file
}

/**
 * The layout of `@puppeteer/browsers`:
 * `<cache>/chrome-headless-shell/<platform>-<version>/chrome-headless-shell-<platform>/`.
 */
function downloaded(env) {
  const folder = join(chromiumCache(env), 'chrome-headless-shell')
  if (!existsSync(folder)) return null
  const byNumber = new Intl.Collator('en', { numeric: true }).compare
  for (const version of readdirSync(folder).sort(byNumber).reverse()) {
    for (const inner of readdirSync(join(folder, version))) {
      const file = join(folder, version, inner, 'chrome-headless-shell')
      if (isExecutable(file)) return file
    }
  }
  return null
}
