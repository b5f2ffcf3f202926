import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

export interface TestRun {
  /** Every test passed, in time. */
  readonly hasPassed: boolean
  readonly output: string
}

/** A copy of the checkout in which files may be changed while the tests run. */
export interface Checkout {
  write(path: string, source: string): void
  /** Runs test files up to the first failure; stops them after `limitMs` milliseconds. */
  test(files: readonly string[], limitMs: number): Promise<TestRun>
  remove(): void
}

/** Copies the files that git knows, or would add, to a temporary folder. The packages are linked. */
export function makeCheckout(root: string): Checkout {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'))
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate']
  for (const path of execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean))
    cpSync(join(root, path), join(folder, path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return {
    write: (path, source) => writeFileSync(join(folder, path), source),
    test: (files, limitMs) =>
      files.length === 0 ? Promise.resolve({ hasPassed: true, output: '' }) : run(folder, files, limitMs),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function run(cwd: string, files: readonly string[], limitMs: number): Promise<TestRun> {
  const args = ['node_modules/mocha/bin/mocha.js', '--bail', '--exit', '--reporter', 'dot', ...files]
  // A process group of its own: what the tests started ends with them.
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const late = setTimeout(stopGroup, limitMs, child)
  child.once('exit', () => stopGroup(child))
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  clearTimeout(late)
  return { hasPassed: code === 0, output: stdout + stderr }
}

function stopGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has ended.
  }
}
