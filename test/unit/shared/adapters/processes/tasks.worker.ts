import { pbkdf2 } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import type { RunTask } from '#shared/ports/isolated-tasks.ts'

/** What the tests have a process do. */
export type TestTask =
  | { readonly kind: 'echo'; readonly value: unknown }
  | { readonly kind: 'fail'; readonly message: string }
  | { readonly kind: 'connect'; readonly port: number }
  | { readonly kind: 'take'; readonly bytes: number }
  | { readonly kind: 'status' }
  | { readonly kind: 'native' | 'spin' }

const taken: Buffer[] = []

/** Resolves with the code of the error, or `connected`. */
function tryToConnect(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve('connected'))
    socket.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? ''))
  })
}

export const run: RunTask<TestTask, unknown> = async (task) => {
  switch (task.kind) {
    case 'echo':
      return task.value
    case 'fail':
      throw new Error(task.message)
    case 'connect':
      return tryToConnect(task.port)
    case 'take':
      return taken.push(Buffer.alloc(task.bytes, 1))
    case 'status':
      return readFileSync('/proc/self/status', 'utf8') + readFileSync('/proc/self/limits', 'utf8')
    case 'native':
      return promisify(pbkdf2)('a', 'b', 2 ** 31 - 1, 64, 'sha512')
    case 'spin':
      for (;;);
  }
}
