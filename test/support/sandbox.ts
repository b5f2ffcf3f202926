import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'

/** The root of the checkout. */
export const root = join(import.meta.dirname, '../..')

export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A temporary folder in which programs of the project run against fakes of other programs. */
export interface Sandbox {
  readonly folder: string
  /** Folder of fake programs; first on the PATH. */
  readonly bin: string
  write(path: string, content: string): Promise<void>
  /** Copies a file or folder of the checkout to the same place. */
  copy(path: string): Promise<void>
  /** Creates a fake program: a shell script. */
  program(name: string, script: string): Promise<void>
  /** Runs a program to its end, with no environment but PATH (bin first), HOME (the folder) and `env`. */
  run(command: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Outcome>
  remove(): Promise<void>
}

export async function sandbox(): Promise<Sandbox> {
  const folder = await mkdtemp(join(tmpdir(), 'pageprobe-sandbox-'))
  const bin = join(folder, 'bin')
  async function write(path: string, content: string): Promise<void> {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  await mkdir(bin)
  return {
    folder,
    bin,
    write,
    copy: (path) => cp(join(root, path), join(folder, path), { recursive: true }),
    async program(name, script) {
      await write(`bin/${name}`, `#!/bin/sh\n${script}\n`)
      await chmod(join(bin, name), 0o755)
    },
    run: (command, args, env = {}) => run(command, args, folder, { PATH: bin, HOME: folder, ...env }),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code, stdout, stderr }
}
