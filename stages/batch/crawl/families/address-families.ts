import { equalityKey } from '#shared/web/address-of.ts'

/** The groups that an address belongs to, from wide to narrow, as texts that differ where the groups do. */
export interface AddressFamilies {
  readonly host: string
  /** Addresses with the same first segment and the same number of segments, with or without a query. */
  readonly section: string
  /** Those that also have the same segments, but for variable ones, and the same names of parameters. */
  readonly family: string
}

/** Parameters whose names count. */
const MAX_NAMES = 8
const VARIABLE = '*'
/** Whatever has a digit, and long runs without a separator, are likely to differ from address to address. */
const variableText = /\d|^[^-_.]{20,}$/
const extension = /\.[a-z]{2,5}$/i

/** Returns the families of an address as `crawlAddress` gives it. The values of its parameters do not count. */
export function addressFamilies(address: string): AddressFamilies {
  const { host, pathname, search } = new URL(equalityKey(address))
  const segments = pathname.split('/').slice(1).map(segmentShape)
  const [first = ''] = segments
  const kind = search === '' ? '' : '?'
  return {
    host,
    section: `${host}/${first} ${segments.length}${kind}`,
    family: `${host}/${segments.join('/')}${kind}${parameterNames(search)}`,
  }
}

/** A segment without what is variable in it. Of its own parameters (RFC 3986, section 3.3) the names remain. */
function segmentShape(segment: string): string {
  const [text = '', ...parameters] = segment.split(';')
  const shape = variableText.test(text) ? `${VARIABLE}${extension.exec(text)?.[0] ?? ''}` : text
  return [shape, ...parameters.map(nameOf)].join(';')
}

function parameterNames(search: string): string {
  const names = new Set(search.slice(1).split('&').map(nameOf))
  return [...names].toSorted().slice(0, MAX_NAMES).join('&')
}

/** A parameter without a name is a value. */
function nameOf(parameter: string): string {
  const end = parameter.indexOf('=')
  const name = end === -1 ? VARIABLE : parameter.slice(0, end)
  return variableText.test(name) ? VARIABLE : name
}
