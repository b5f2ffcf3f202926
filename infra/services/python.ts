import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { announce, cacheFolder, fillOnce, installPackages, runCommand, succeeds } from './command.ts'

/** A Python with the packages of `infra/analytics` and its tests, or the reason why there is none. */
export type Python =
  | { readonly kind: 'ready'; readonly program: string }
  | { readonly kind: 'unavailable'; readonly reason: string }

const REQUIREMENTS = join(import.meta.dirname, 'python/requirements.txt')
const ALL_REQUIREMENTS = [REQUIREMENTS, join(import.meta.dirname, '../analytics/requirements.txt')]
/** The packages need this version. */
const RIGHT_VERSION = 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))'
const ABOUT = 'import sys; print(sys.version, sys.executable)'

/** Creates the virtual environment (some seconds); rejects with the reason when it cannot be created. */
export async function preparePython(): Promise<void> {
  if (!(await isRight()))
    await installPackages(['python3', 'python3-venv'], 'Python runs the tests of infra/analytics')
  if (!(await isRight())) throw new Error('python3 is older than 3.11, or has no venv')
  await fillOnce(await environment(), async (folder) => {
    announce('installing the Python packages of infra/analytics and its tests, once (some seconds)')
    await runCommand('python3', ['-m', 'venv', folder])
    const quiet = ['--quiet', '--no-input', '--no-compile', '--disable-pip-version-check']
    const install = ['install', ...quiet, '--require-hashes', '--only-binary', ':all:', '-r', REQUIREMENTS]
    await runCommand(join(folder, 'bin/python'), ['-m', 'pip', ...install])
  })
}

/** Calls `preparePython`; unavailable, with the reason, when that fails. */
export async function providePython(): Promise<Python> {
  try {
    await preparePython()
    return { kind: 'ready', program: join(await environment(), 'bin/python') }
  } catch (error) {
    return { kind: 'unavailable', reason: `Python: ${(error as Error).message}` }
  }
}

function isRight(): Promise<boolean> {
  return succeeds('python3', ['-c', RIGHT_VERSION])
}

/** A separate environment for each interpreter and each list of packages. */
async function environment(): Promise<string> {
  const hash = createHash('sha256').update(await runCommand('python3', ['-c', ABOUT]))
  for (const file of ALL_REQUIREMENTS) hash.update(readFileSync(file))
  return cacheFolder(`python-${hash.digest('hex').slice(0, 16)}`)
}
