import { execFileSync } from 'node:child_process'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'

/** `ready` comes first. Each further reply is to the request with its id; `problem` is null on success, and a server comes along. */
export type NamespaceReply = 'ready' | { readonly id: number; readonly problem: string | null }

/** linux/sockios.h and linux/if.h: SIOCSIFFLAGS, IFF_UP with IFF_RUNNING. */
const linkUpInPerl =
  'use Socket; my $up = pack("a16s", "lo", 0x41); socket(S, PF_INET, SOCK_DGRAM, 0) && ioctl(S, 0x8914, $up) || die $!'
/** Each Linux system has one of these programs. */
const linkUpCommands = [
  ['ip', 'link', 'set', 'lo', 'up'],
  ['perl', '-e', linkUpInPerl],
] as const

/** In a new network namespace the loopback interface is down. */
function bringUpLoopback(): void {
  const problems = linkUpCommands.map(([program, ...options]) => {
    try {
      if (networkInterfaces().lo === undefined) execFileSync(program, options, { stdio: 'pipe' })
      return ''
    } catch (error) {
      return (error as Error).message
    }
  })
  if (networkInterfaces().lo === undefined) throw new Error(`No loopback interface: ${problems.join('; ')}`)
}

/** Opens a port and sends it to the parent: a socket stays in the namespace where it was created, whichever process holds it. */
function listen(id: number): void {
  const reply = (problem: string | null): NamespaceReply => ({ id, problem })
  const server = createServer()
  server.once('error', ({ message }) => process.send?.(reply(message)))
  server.listen(0, '127.0.0.1', () => process.send?.(reply(null), server, {}, () => server.close()))
}

// Exits with the parent, even when the parent is killed.
process.on('disconnect', () => process.exit())
process.on('message', listen)
bringUpLoopback()
process.send?.('ready' satisfies NamespaceReply)
