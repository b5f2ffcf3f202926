import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { isExecutable, which } from './command.mjs'

/** Best first. The headless shell starts fastest and has all that captures and measurements need. */
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

/** Where set-up keeps a browser that it had to download: outside the checkout. */
export function chromiumCache(env = process.env) {
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'pageprobe', 'chromium')
}

/**
 * Path of the browser that rendering uses, or null. CHROME_PATH decides when it is set, even where nothing can be
 * executed there: the wrong setting is for its reader to report.
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
 * Debian's /usr/bin/chromium… are shell scripts that start the browser without `exec`: a killed script would leave its
 * browser behind, so the browser itself is taken.
 */
function behindWrapper(file, name) {
  const real = join(dirname(file), '..', 'lib', 'chromium', name)
  return isExecutable(real) ? real : file
}

/** `@puppeteer/browsers` makes `<cache>/chrome-headless-shell/<platform>-<version>/chrome-headless-shell-<platform>/`. */
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
