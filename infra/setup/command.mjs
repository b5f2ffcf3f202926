import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const TAIL_CHARACTERS = 2000

/**
 * Runs a program to its end and resolves with its output. Rejects with the end of the output when the program cannot
 * be started, fails, or takes longer than `timeoutMs`. With `live` the output is shown (on stderr) instead of
 * collected.
 */
export function runCommand(command, args, { cwd, env = process.env, timeoutMs, live = false } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = live ? ['ignore', 2, 2] : ['ignore', 'pipe', 'pipe']
    const child = spawn(command, args, { cwd, env, stdio, timeout: timeoutMs, killSignal: 'SIGKILL' })
    let output = ''
    const collect = (chunk) => {
      output += chunk
    }
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (code === 0) return resolve(output)
      const how = signal ? `was ended by ${signal}` : `exited with code ${code}`
      reject(new Error(`${command} ${args[0]} ${how} ${output.slice(-TAIL_CHARACTERS)}`.trim()))
    })
  })
}

/** Full path of the program that `name` would start; null when there is none. */
export function which(name, env = process.env) {
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    const file = join(folder, name)
    if (folder !== '' && isExecutable(file)) return file
  }
  return null
}

/** Whether this user may run the file. */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
