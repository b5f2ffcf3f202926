import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '#test/support/sandbox.ts'

/** Runs a program of the repository; returns its exit code and its stderr. */
export async function runProgram(program: string, args: readonly string[], path = process.env.PATH ?? '') {
  const child = spawn(process.execPath, [join(root, program), ...args], {
    env: { PATH: path },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const [code] = await once(child, 'close')
  return { code, said }
}
