import { existsSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join, sep } from 'node:path'
import { runCommand, which } from './command.mjs'
import { verifyNodeProgram } from './node-program.mjs'
import { SetupProblem, step } from './progress.mjs'

const OLDEST_NODE = 18

/**
 * Installs the npm packages of package-lock.json unless exactly these are installed. Throws a SetupProblem when that
 * fails, since nothing runs without them.
 */
export async function ensurePackages(root) {
  checkNode()
  if (isInstalled(root) && existsSync(join(root, 'node_modules/.bin/node'))) return
  await step('npm packages', () => install(root)).catch((error) => {
    throw new SetupProblem(`the npm packages could not be installed: ${error.message}`)
  })
}

function checkNode() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < OLDEST_NODE) {
    throw new SetupProblem(`Node.js ${OLDEST_NODE} or newer is needed for set-up, this is ${process.version}`)
  }
}

/** Compares with npm's record of its last finished install; an interrupted install leaves none. */
function isInstalled(root) {
  const record = installRecord(root)
  if (!existsSync(record)) return false
  const installed = packagesOf(record)
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(([path, entry]) => {
    if (path === '') return true
    const there = installed[path]
    return there
      ? there.version === entry.version && there.integrity === entry.integrity
      : entry.optional === true
  })
}

function installRecord(root) {
  return join(root, 'node_modules/.package-lock.json')
}

function packagesOf(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages
}

async function install(root) {
  const env = { ...process.env, PATH: pathWithoutOwnNode() }
  if (which('npm', env) === null) throw new Error('npm is not on the PATH; it comes with Node.js')
  const args = ['ci', '--loglevel=error', '--progress=false', '--no-audit', '--no-fund']
  await runCommand('npm', args, { cwd: root, env, live: true })
  try {
    verifyNodeProgram(root)
  } catch (error) {
    // The next start must not take these packages for installed.
    rmSync(installRecord(root), { force: true })
    throw error
  }
}

/** npm must not run on the Node.js below node_modules, which it is about to replace. */
function pathWithoutOwnNode() {
  const own = join('node_modules', '.bin')
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.endsWith(sep + own))
    .join(delimiter)
}
