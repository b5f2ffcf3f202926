import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'

/** A port of 127.0.0.0/8 that answers no connection attempt, as behind a firewall that drops. */
export interface BlackHole {
  readonly port: number
  close(): void
}

/** Listens with the shortest backlog and stops permanently before it accepts a connection. */
const program = `
  const server = require('node:net').createServer().listen({ port: 0, host: process.argv[1], backlog: 1 }, () => {
    require('node:fs').writeSync(1, server.address().port + '\\n')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  })`

/** Fills the backlog of a listener that accepts nothing: Linux drops every attempt from then on. */
export async function openBlackHole(host: string): Promise<BlackHole> {
  const child = spawn(process.execPath, ['-e', program, host], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  const port = Number(String(line))
  const fillers: Socket[] = []
  while (await isTaken(host, port, fillers))
    if (fillers.length > 64) throw new Error('the backlog has no end')
  return {
    port,
    close() {
      for (const socket of fillers) socket.destroy()
      child.kill('SIGKILL')
    },
  }
}

async function isTaken(host: string, port: number, fillers: Socket[]): Promise<boolean> {
  const socket = connect(port, host)
  fillers.push(socket)
  await Promise.race([once(socket, 'connect'), pause(300)])
  // A process that stood still gets the timer before the connection.
  await nextTurn()
  return !socket.connecting
}
