import type { CommandLine } from './command-line.ts'

/** Options of the manners of a batch; the service checks their bounds. */
export const politenessOptions = ['delay-ms', 'concurrency'] as const

export const POLITENESS_USAGE = `  --delay-ms <n>       the least time between two requests to a host, in milliseconds: not below that of the installation
  --concurrency <n>    requests to a host at a time: not above those of the installation`

/** The manners that were given, as the service names them. */
export function politenessOf(line: Pick<CommandLine, 'number'>): Readonly<Record<string, number>> {
  const given = politenessOptions.map((name) => [name.replaceAll('-', '_'), line.number(name)] as const)
  return Object.fromEntries(given.filter(([, value]) => value !== null)) as Record<string, number>
}
