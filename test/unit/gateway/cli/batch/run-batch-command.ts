import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type Outcome, root } from '#test/support/sandbox.ts'
import { API_KEY } from '#test/support/service/service-process.ts'

const PROGRAM = join(root, 'gateway/cli/batch.ts')

export interface Run {
  readonly child: ChildProcess
  readonly outcome: Promise<Outcome>
}

export interface RunOptions {
  readonly url: string
  /** Standard input, which is closed after this text; null leaves it open and empty. */
  readonly input?: string | null
  readonly env?: Readonly<Record<string, string>>
  readonly folder?: string
}

/** Starts the batch command as a user does. */
export function startBatchCommand(
  args: readonly string[],
  { url, input = '', env, folder }: RunOptions,
): Run {
  const { NODE_V8_COVERAGE: coverage } = process.env
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: folder ?? root,
    env: {
      PAGEPROBE_URL: url,
      PAGEPROBE_API_KEY: API_KEY,
      ...(coverage && { NODE_V8_COVERAGE: coverage }),
      ...env,
    },
    stdio: 'pipe',
  })
  if (input !== null) child.stdin.end(input)
  const outcome = Promise.all([allOf(child.stdout), allOf(child.stderr), once(child, 'close')]).then(
    ([stdout, stderr, [code]]) => ({ code: code as number | null, stdout, stderr }),
  )
  return { child, outcome }
}

/** The output until its end, even when the test stops reading. */
function allOf(stream: Readable): Promise<string> {
  return text(stream).catch(() => '')
}

/** Runs the batch command to its end. */
export function runBatchCommand(args: readonly string[], options: RunOptions): Promise<Outcome> {
  return startBatchCommand(args, options).outcome
}
