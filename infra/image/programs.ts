import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export type Command = readonly [program: string, ...args: string[]]

/** The root of the checkout: paths in commands are relative to it. */
export const root = join(import.meta.dirname, '../..')
/** The folder of compose.yaml: not every program that reads the file resolves paths relative to it. */
export const composeFolder = join(root, 'infra')

/** Settings in addition to those of this process, and the working folder (the root when left out). */
export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}

/**
 * Runs a program with the output of this process; resolves with its exit code, and rejects when it cannot be started.
 */
export async function inForeground(
  [program, ...args]: Command,
  { env = {}, cwd = root }: RunOptions = {},
): Promise<number> {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' })
  // Ctrl-C reaches both processes: the program decides when it ends.
  const wait = () => {}
  process.on('SIGINT', wait)
  const [code] = await once(child, 'close').finally(() => process.off('SIGINT', wait))
  return code ?? 1
}

/** As `inForeground`; rejects unless the program ends with 0. */
export async function mustRun(command: Command, options?: RunOptions): Promise<void> {
  const code = await inForeground(command, options)
  if (code !== 0) throw new Error(`${command.slice(0, 3).join(' ')} … ended with ${code}`)
}
