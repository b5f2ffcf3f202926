import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { runCommand } from '#infra/services/command.ts'
import { type PythonPackages, providePython } from '#infra/services/python.ts'
import { root } from '../sandbox.ts'
import { skipLoudly } from '../skips.ts'
import { atWorkerEnd } from '../worker/at-worker-end.ts'

/** Python with the packages of the recipes, for the tests of one suite; available from its first test on. */
export interface SuitePython {
  /**
   * Runs a program to its end in a process of its own, in this folder, by default `infra/analytics`; returns its output,
   * rejects when it fails.
   */
  run(program: string, args: readonly string[], cwd?: string): Promise<string>
  /** The same in one process for all calls of this worker, which has loaded DuckDB: for a program that keeps no state. */
  ask(program: string, args: readonly string[]): Promise<string>
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

/** Skips the suite, with the reason, when there is no Python with these packages. */
export function suitePython(packages: PythonPackages = 'tests'): SuitePython {
  let python = ''
  before('find Python', async function () {
    this.timeout(PROVIDE_TIMEOUT_MS)
    const answer = await providePython(packages)
    if (answer.kind === 'unavailable') skipLoudly(this, answer.reason)
    python = answer.program
  })
  return {
    ask: (program, args) => ask(python, [program, ...args]),
    run: (program, args, cwd = folder) => runCommand(python, [program, ...args], { cwd }),
    start: (program, args) => control(spawn(python, [program, ...args], { cwd: folder })),
  }
}

/** Runs programs one after the other: a line of JSON with the arguments each, answered by one with output and error. */
const PROGRAMS = `
import contextlib, io, json, runpy, sys, traceback
for line in sys.stdin:
    sys.argv, said, failed = json.loads(line), io.StringIO(), None
    with contextlib.redirect_stdout(said):
        try: runpy.run_path(sys.argv[0], run_name="__main__")
        except BaseException: failed = traceback.format_exc()
    print(json.dumps({"said": said.getvalue(), "failed": failed}), flush=True)
`

interface Asked {
  readonly stdin: Writable
  readonly answers: AsyncIterator<string>
}

let asked: Asked | null = null

async function ask(python: string, command: readonly string[]): Promise<string> {
  asked ??= startPrograms(python)
  asked.stdin.write(`${JSON.stringify(command)}\n`)
  const { value } = await asked.answers.next()
  const { said, failed } = JSON.parse(value) as { said: string; failed: string | null }
  if (failed !== null) throw new Error(failed)
  return said
}

function startPrograms(python: string): Asked {
  const child = spawn(python, ['-c', PROGRAMS], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] })
  atWorkerEnd(async () => {
    child.stdin.end()
    await once(child, 'close')
  })
  return { stdin: child.stdin, answers: createInterface({ input: child.stdout })[Symbol.asyncIterator]() }
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
