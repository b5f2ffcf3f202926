import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { runCommand } from '#infra/services/command.ts'
import { providePython } from '#infra/services/python.ts'
import { root } from '../sandbox.ts'
import { skipLoudly } from '../skips.ts'

/** Python with the packages of the recipes, for the tests of one suite; available from its first test on. */
export interface SuitePython {
  /** Runs a program of `infra/analytics` to its end; returns its output, rejects when it fails. */
  run(program: string, args: readonly string[]): Promise<string>
  /** Starts a program. */
  start(program: string, args: readonly string[]): RunningPython
}

export interface RunningPython {
  readonly child: ChildProcess
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>
  /** SIGTERM; resolves with the exit code and stderr. */
  stop(): Promise<readonly [code: number | null, said: string]>
}

/** The first start on a machine may include downloads. */
const PROVIDE_TIMEOUT_MS = 300_000
const folder = join(root, 'infra/analytics')

/** Skips the suite, with the reason, when there is no Python. */
export function suitePython(): SuitePython {
  let python = ''
  before('find Python', async function () {
    this.timeout(PROVIDE_TIMEOUT_MS)
    const answer = await providePython()
    if (answer.kind === 'unavailable') skipLoudly(this, answer.reason)
    python = answer.program
  })
  return {
    run: (program, args) => runCommand(python, [program, ...args], { cwd: folder }),
    start: (program, args) => control(spawn(python, [program, ...args], { cwd: folder })),
  }
}

function control(child: ReturnType<typeof spawn>): RunningPython {
  const said = text(child.stderr as NodeJS.ReadableStream)
  const exited = once(child, 'exit')
  return {
    child,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    async stop() {
      child.kill('SIGTERM')
      const [code] = await exited
      return [code, await said]
    },
  }
}
