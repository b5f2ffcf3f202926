import type { Context } from 'koa'
import { type Address, parseAddress } from '#shared/egress/policy/address.ts'

/**
 * The network that limits without a key count against: an IPv4 address, or the /64 of an IPv6 address, since a site
 * commonly has at least one /64 (RFC 6177). With `trustProxy` it is the last entry of X-Forwarded-For, which the proxy
 * in front of the gateway wrote; earlier entries come from the client and are ignored. Without `trustProxy`, or without
 * a valid entry, it is the peer of the connection.
 */
export function clientAddress(context: Pick<Context, 'get' | 'req'>, trustProxy: boolean): string {
  const forwarded = trustProxy ? context.get('X-Forwarded-For').split(',').at(-1) : undefined
  return clientNetwork(forwarded ?? '') ?? clientNetwork(context.req.socket.remoteAddress ?? '') ?? 'unknown'
}

/** The network of an address in one spelling: IPv4 in full, IPv6 as its /64. Null when the text is no address. */
export function clientNetwork(text: string): string | null {
  const address = parseEntry(text)
  if (address === null) return null
  if (address.length === 4) return address.join('.')
  if (MAPPED.every((byte, at) => address[at] === byte)) return address.slice(12).join('.')
  return `${Buffer.from(address.slice(0, 8)).toString('hex')}/64`
}

/** Proxies write an address plain, in brackets, or with a port. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/

function parseEntry(text: string): Address | null {
  const entry = text.trim()
  const [, inBrackets, plain] = WITH_PORT.exec(entry) ?? []
  const [address = ''] = (inBrackets ?? plain ?? entry).split('%')
  return parseAddress(address)
}

/** `::ffff:0:0/96`: IPv4 on a socket of both families (RFC 4291, section 2.5.5.2). */
const MAPPED = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255]
