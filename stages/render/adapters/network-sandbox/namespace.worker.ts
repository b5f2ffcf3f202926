import { execFileSync } from 'node:child_process'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'

/** The warden is ready once it has said so; after that, each answer is to the question with its number. */
export type NamespaceReply = 'ready' | { readonly id: number; readonly problem: string | null }

/** linux/sockios.h and linux/if.h: SIOCSIFFLAGS, IFF_UP with IFF_RUNNING. */
const linkUpInPerl =
  'use Socket; my $up = pack("a16s", "lo", 0x41); socket(S, PF_INET, SOCK_DGRAM, 0) && ioctl(S, 0x8914, $up) || die $!'
/** Every Linux has one of them. */
const linkUpCommands = [
  ['ip', 'link', 'set', 'lo', 'up'],
  ['perl', '-e', linkUpInPerl],
] as const

/** A new network namespace has an interface for itself alone, and that is down. */
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

/** Opens a port here and hands it over: a socket stays in the namespace where it was made, whoever has it. */
function listen(id: number): void {
  const reply = (problem: string | null): NamespaceReply => ({ id, problem })
  const server = createServer()
  server.once('error', ({ message }) => process.send?.(reply(message)))
  server.listen(0, '127.0.0.1', () => process.send?.(reply(null), server, {}, () => server.close()))
}

// It ends with the process that started it, however that ends.
process.on('disconnect', () => process.exit())
process.on('message', listen)
bringUpLoopback()
process.send?.('ready' satisfies NamespaceReply)
