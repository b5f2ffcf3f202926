import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { announce, cacheFolder, fillOnce, installPackages, runCommand, succeeds } from './command.ts'

/** A Python with the packages of a list, or the reason why there is none. */
export type Python =
  | { readonly kind: 'ready'; readonly program: string }
  | { readonly kind: 'unavailable'; readonly reason: string }

/** What the tests of `infra/analytics` need; what its recipes need to run on their engines (0.5 GB, `npm run analytics`). */
export type PythonPackages = 'tests' | 'engines'

/** Each list, and after it those that it names. */
const LISTS = {
  tests: ['python/requirements.txt', '../analytics/requirements.txt'],
  engines: ['python/engines.txt', '../analytics/iceberg/requirements.txt', '../analytics/requirements.txt'],
} as const satisfies Readonly<Record<PythonPackages, readonly string[]>>
/** The packages need this version. */
const RIGHT_VERSION = 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))'
const ABOUT = 'import sys; print(sys.version, sys.executable)'

/** Creates the virtual environment (some seconds, or a minute); rejects with the reason when it cannot be created. */
export async function preparePython(packages: PythonPackages = 'tests'): Promise<void> {
  if (!(await isRight()))
    await installPackages(['python3', 'python3-venv'], 'Python runs the tests of infra/analytics')
  if (!(await isRight())) throw new Error('python3 is older than 3.11, or has no venv')
  await fillOnce(await environment(packages), async (folder) => {
    announce(`installing the Python packages of infra/analytics and its ${packages}, once`)
    await runCommand('python3', ['-m', 'venv', folder])
    const quiet = ['--quiet', '--no-input', '--no-compile', '--disable-pip-version-check']
    const install = [
      'install',
      ...quiet,
      '--require-hashes',
      '--only-binary',
      ':all:',
      '-r',
      fileOf(LISTS[packages][0]),
    ]
    await runCommand(join(folder, 'bin/python'), ['-m', 'pip', ...install])
  })
}

/** Calls `preparePython`; unavailable, with the reason, when that fails. */
export async function providePython(packages: PythonPackages = 'tests'): Promise<Python> {
  try {
    await preparePython(packages)
    return { kind: 'ready', program: join(await environment(packages), 'bin/python') }
  } catch (error) {
    return { kind: 'unavailable', reason: `Python: ${(error as Error).message}` }
  }
}

function isRight(): Promise<boolean> {
  return succeeds('python3', ['-c', RIGHT_VERSION])
}

/** A separate environment for each interpreter and each list of packages. */
async function environment(packages: PythonPackages): Promise<string> {
  const hash = createHash('sha256').update(await runCommand('python3', ['-c', ABOUT]))
  for (const list of LISTS[packages]) hash.update(readFileSync(fileOf(list)))
  return cacheFolder(`python-${hash.digest('hex').slice(0, 16)}`)
}

function fileOf(list: string): string {
  return join(import.meta.dirname, list)
}
