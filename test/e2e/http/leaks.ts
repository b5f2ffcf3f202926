import { root } from '#test/support/sandbox.ts'

/**
 * Texts that no error may contain (infra/docs/clients.md#error-details): inner addresses, resolved IPs, stacks, file
 * paths, inner errors.
 */
const inner: readonly RegExp[] = [
  /\b\d{1,3}(?:\.\d{1,3}){3}\b/,
  /\[?::1\]?/,
  /\n\s+at |\bat \w[\w.]* \(|node:internal|node_modules|\.ts\b/,
  /\bE(?:CONN|HOST|NOENT|ACCES|PIPE|AI_|NOTFOUND|TIMEDOUT)[A-Z_]*\b/,
  /\bundici\b|\bkafka|\bsqlite|\bredis\b|\bgrpc\b/i,
  /\/tmp\/|\/home\/|\/root\//,
]

/** Finds forbidden texts in an error body; texts of the request (`said`) may be repeated. */
export function leaksOf(body: string, said: readonly string[]): string[] {
  const own = said.toSorted((a, b) => b.length - a.length).filter((text) => text !== '')
  const rest = own.reduce((text, one) => text.replaceAll(one, '').replaceAll(JSON.stringify(one), ''), body)
  const found = inner.flatMap((pattern) => pattern.exec(rest)?.[0] ?? [])
  return rest.includes(root) ? [...found, root] : found
}
